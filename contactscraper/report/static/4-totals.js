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
  const [byMethod, byClass, byState] = GRIDS.map((name) => sum.grids[name]), { method, errorClass } = D.codes;
  for (let at = 0; at < rows.length; at++) {
    const i = rows[at];
    sum.outcome[outcome[i]]++;
    sum.stage[stage[i]]++;
    if (outcome[i] === found) sum.stageFound[stage[i]]++;
    sum.reason[reason[i]]++;
    byMethod[method[i] * width + outcome[i]]++;
    byClass[errorClass[i] * width + outcome[i]]++;
    byState[domainState[i] * width + outcome[i]]++;
    sum.timeline[Math.floor((D.at[i] - time.from) / time.bin) * width + outcome[i]]++;
    sum.domainLines[domain[i]]++;
    seen[domain[i]] |= 1 << domainState[i];
    if (D.total[i] > 0) {
      sum.domainMs[domain[i]] += D.total[i];
      sum.ms += D.total[i];
    }
  }
  for (let code = 0; code < seen.length; code++) {
    if (D.values.domain[code] === "") continue;
    for (let state = 0; state < sum.domainsOf.length; state++) if (seen[code] & (1 << state)) sum.domainsOf[state]++;
  }
  for (const step of STEPS) sum.steps[step] = timesOf(D.numbers[step], rows);
  return sum;
}

/** Milliseconds up to which a median is exact: a count for each, which is quicker than sorting. */
const EXACT = 120000;

function timesOf(column, rows) {
  const each = new Uint32Array(EXACT + 1), classes = new Uint32Array(CLASSES.length);
  let lines = 0, all = 0;
  for (let at = 0; at < rows.length; at++) {
    const ms = column[rows[at]];
    if (ms < 0) continue;
    lines++;
    all += ms;
    each[ms < EXACT ? ms : EXACT]++;
  }
  const part = (share) => {
    let left = Math.min(lines - 1, Math.floor(share * lines)), ms = 0;
    while (ms < EXACT && left >= each[ms]) left -= each[ms++];
    return lines ? ms : 0;
  };
  for (let ms = 0; ms <= EXACT; ms++) if (each[ms]) classes[classOf(ms)] += each[ms];
  return { lines, all, classes, median: part(0.5), most: part(0.95) };
}

/** The codes with the largest numbers, the largest first. */
function largest(numbers, size) {
  const top = [];
  for (let code = 0; code < numbers.length; code++) {
    if (!(numbers[code] > 0) || (top.length === size && numbers[code] <= numbers[top[size - 1]])) continue;
    let at = top.length;
    while (at > 0 && numbers[top[at - 1]] < numbers[code]) at--;
    top.splice(at, 0, code);
    if (top.length > size) top.pop();
  }
  return top;
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
