// All numbers of the page, counted in one pass over the lines that fit the filters.

/** Classes of time, in milliseconds from the one to the next. */
const CLASSES = [0, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000];
const CLASS_NAMES = ["< 50 ms", "50", "100", "200", "500 ms", "1 s", "2 s", "5 s", "10 s", "20 s +"];
const GRIDS = ["method", "errorClass", "domainState"];
const UNITS = [1, 5, 10, 30, 60, 300, 600, 1800, 3600, 10800, 21600, 43200, 86400, 604800, 2592000, 31536000];
const MOST_BINS = 60;

/** The time axis of the whole report: where it begins, and how long a bin is, in milliseconds. */
function axis() {
  if (!D.lines) return { from: 0, bin: 1000, bins: 0 };
  const first = D.at[0], last = D.at[D.lines - 1];
  const bin = 1000 * (UNITS.find((unit) => (last - first) / (1000 * unit) < MOST_BINS) ?? UNITS.at(-1));
  const from = Math.floor(first / bin) * bin;
  return { from, bin, bins: Math.floor((last - from) / bin) + 1 };
}

function classOf(ms) {
  let found = CLASSES.length - 1;
  while (ms < CLASSES[found]) found--;
  return found;
}

function totals(rows, time) {
  const width = D.values.outcome.length, sized = (name) => new Uint32Array(D.values[name].length);
  const sum = {
    lines: rows.length, outcome: sized("outcome"), stage: sized("stage"), stageFound: sized("stage"),
    reason: sized("reason"), grids: {}, timeline: new Uint32Array(time.bins * width),
    steps: {}, domainMs: new Float64Array(D.values.domain.length), domainLines: sized("domain"),
    domainsOf: new Uint32Array(D.values.domainState.length), ms: 0,
  };
  for (const name of GRIDS) sum.grids[name] = new Uint32Array(D.values[name].length * width);
  const found = D.values.outcome.indexOf("ok-contact"), seen = new Uint32Array(D.values.domain.length);
  const { outcome, stage, reason, domain, domainState } = D.codes;
  const grids = GRIDS.map((name) => [sum.grids[name], D.codes[name]]);
  for (const i of rows) {
    sum.outcome[outcome[i]]++;
    sum.stage[stage[i]]++;
    if (outcome[i] === found) sum.stageFound[stage[i]]++;
    sum.reason[reason[i]]++;
    for (const [counts, codes] of grids) counts[codes[i] * width + outcome[i]]++;
    sum.timeline[Math.floor((D.at[i] - time.from) / time.bin) * width + outcome[i]]++;
    sum.domainLines[domain[i]]++;
    seen[domain[i]] |= 1 << domainState[i];
    if (D.total[i] > 0) { sum.domainMs[domain[i]] += D.total[i]; sum.ms += D.total[i]; }
  }
  for (let code = 0; code < seen.length; code++) {
    if (D.values.domain[code] === "") continue;
    for (let state = 0; state < sum.domainsOf.length; state++) if (seen[code] & (1 << state)) sum.domainsOf[state]++;
  }
  for (const step of STEPS) sum.steps[step] = timesOf(D.numbers[step], rows);
  return sum;
}

function timesOf(column, rows) {
  const times = new Int32Array(rows.length), classes = new Uint32Array(CLASSES.length);
  let size = 0, all = 0;
  for (const i of rows) {
    if (column[i] < 0) continue;
    times[size++] = column[i];
    all += column[i];
    classes[classOf(column[i])]++;
  }
  const sorted = times.subarray(0, size).sort();
  const part = (share) => (size ? sorted[Math.min(size - 1, Math.floor(share * size))] : 0);
  return { lines: size, all, classes, median: part(0.5), most: part(0.95) };
}

/** The stages with what reached them, what ended there, and the visits that asked. */
function journey(sum) {
  let left = sum.lines;
  return D.stages.map((stage) => {
    const code = D.values.stage.indexOf(stage.name), ended = code < 0 ? 0 : sum.stage[code];
    const row = { ...stage, reached: left, ended, found: code < 0 ? 0 : sum.stageFound[code],
      asked: stage.step ? sum.steps[stage.step].lines : 0 };
    left -= ended;
    return row;
  });
}
