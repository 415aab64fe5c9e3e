// Which lines are looked at. The filters stand in the page's address, so that 'back' takes the last one away.

const FACETS = ["method", "outcome", "domainState", "errorClass"];
const DIMS = [...FACETS, "stage", "reason", "domain", "type", "status"];
const TITLES = {
  method: "method", outcome: "outcome", domainState: "domain state", errorClass: "error class", stage: "ended at",
  reason: "reason", domain: "domain", type: "type", status: "status", asked: "asked", time: "time", took: "took",
  text: "text",
};

/** By name: a set of values for the columns and for `asked` (steps that were made), else one text. */
let filters = {};

function parseFilters(hash) {
  const found = {};
  for (const [name, text] of new URLSearchParams(hash.replace(/^#/, ""))) {
    if (DIMS.includes(name) || name === "asked") (found[name] ??= new Set()).add(text);
    else if (["time", "took", "text"].includes(name)) found[name] = text;
  }
  return found;
}

function setFilters(next) {
  const query = new URLSearchParams();
  for (const [name, wanted] of Object.entries(next)) {
    for (const text of wanted instanceof Set ? wanted : [wanted]) if (text !== null) query.append(name, text);
  }
  location.hash = query;
  follow();
}

/** Filters by `changes` (a name to one value, a list, or null for none), or takes just these away where they stand. */
function choose(changes) {
  const next = { ...filters };
  const same = (name, wanted) =>
    filters[name] instanceof Set
      ? filters[name].size === [wanted].flat().length && [wanted].flat().every((text) => filters[name].has(text))
      : (filters[name] ?? null) === wanted;
  const off = Object.entries(changes).every(([name, wanted]) => same(name, wanted));
  for (const [name, wanted] of Object.entries(changes)) {
    if (off || wanted === null) delete next[name];
    else next[name] = DIMS.includes(name) || name === "asked" ? new Set([wanted].flat()) : wanted;
  }
  setFilters(next);
}

/** One more value of a column, or one less. */
function toggle(name, text) {
  const wanted = new Set(filters[name] ?? []);
  if (!wanted.delete(text)) wanted.add(text);
  const next = { ...filters, [name]: wanted };
  if (!wanted.size) delete next[name];
  setFilters(next);
}

function tests() {
  const list = [];
  for (const [name, wanted] of Object.entries(filters)) {
    if (DIMS.includes(name)) {
      const codes = D.codes[name], fits = Uint8Array.from(D.values[name], (text) => wanted.has(text));
      list.push({ name, fits: (i) => fits[codes[i]] === 1 });
    } else if (name === "asked") {
      const columns = [...wanted].filter((step) => STEPS.includes(step)).map((step) => D.numbers[step]);
      list.push({ name, fits: (i) => columns.some((ms) => ms[i] >= 0) });
    } else if (name === "time") {
      const [from, to] = wanted.split("~").map(Number);
      list.push({ name, fits: (i) => D.at[i] >= from && D.at[i] < to });
    } else if (name === "took") {
      const [step, from, to] = wanted.split("~"), ms = D.numbers[step] ?? D.total;
      list.push({ name, fits: (i) => ms[i] >= Number(from) && (to === "" || ms[i] < Number(to)) });
    } else if (name === "text") {
      const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
      list.push({ name, fits: (i) => words.every((word) => searched(i).includes(word)) });
    }
  }
  return list;
}

/** The lines that fit all filters, and for each facet how many lines fit all filters but its own. */
function select() {
  const list = tests(), rows = new Uint32Array(D.lines), facets = {};
  for (const name of FACETS) facets[name] = new Uint32Array(D.values[name].length);
  const counts = FACETS.map((name) => facets[name]), codes = FACETS.map((name) => D.codes[name]);
  let size = 0;
  for (let i = 0; i < D.lines; i++) {
    let missed = null, only = true;
    for (let at = 0; at < list.length && only; at++) {
      if (list[at].fits(i)) continue;
      only = missed === null;
      missed = list[at].name;
    }
    if (missed === null) {
      rows[size++] = i;
      for (let facet = 0; facet < counts.length; facet++) counts[facet][codes[facet][i]]++;
    } else if (only) {
      const facet = FACETS.indexOf(missed);
      if (facet >= 0) counts[facet][codes[facet][i]]++;
    }
  }
  return { rows: rows.subarray(0, size), facets };
}

/** A filter in words. */
function worded(name, text) {
  if (name === "stage") return D.stages.find((stage) => stage.name === text)?.label ?? text;
  if (name === "asked") return D.stages.find((stage) => stage.step === text)?.label ?? text;
  if (name === "time") return text.split("~").map((ms) => second(Number(ms))).join(" to ");
  if (name === "took") {
    const [step, from, to] = text.split("~");
    const label = D.stages.find((stage) => stage.step === step)?.label ?? step;
    return to ? `${label} ${lasting(from)} to ${lasting(to)}` : `${label} ${lasting(from)} or more`;
  }
  return named(text);
}
