// The log as columns: each value of a closed list is a code, each time and size a number.

const D = { lines: 0 };
const STEPS = ["head", "get", "page", "tab"];

function bytesOf(base64) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64);
  const text = atob(base64), bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

async function unpack(id) {
  const packed = new Blob([bytesOf(byId(id).textContent.trim())]);
  return JSON.parse(await new Response(packed.stream().pipeThrough(new DecompressionStream("gzip"))).text());
}

/** Reads the columns; the trails stay packed until a line is looked at. */
async function load() {
  Object.assign(D, await unpack("columns"));
  for (const [name, codes] of Object.entries(D.codes)) {
    D.codes[name] = D.values[name].length < 256 ? Uint8Array.from(codes) : Uint32Array.from(codes);
  }
  for (const [name, numbers] of Object.entries(D.numbers)) D.numbers[name] = Int32Array.from(numbers);
  D.at = new Float64Array(D.lines);
  for (let i = 0, at = D.start; i < D.lines; i++) D.at[i] = at += D.later[i];
  D.total = new Int32Array(D.lines).fill(-1);
  for (const step of STEPS) {
    const ms = D.numbers[step];
    for (let i = 0; i < D.lines; i++) if (ms[i] >= 0) D.total[i] = Math.max(0, D.total[i]) + ms[i];
  }
}

const value = (name, i) => D.values[name][D.codes[name][i]];

// Most URLs follow from their domain, and are stored as the number of the rule.
const byRule = (stored, ...rules) => (typeof stored === "number" ? rules[stored] : stored);
const url = (i) => byRule(D.texts.url[i], "", `https://${value("domain", i)}/`);
const input = (i) => byRule(D.texts.input[i], "", value("domain", i), url(i));
const finalUrl = (i) => byRule(D.texts.finalUrl[i], "", url(i), `https://www.${value("domain", i)}/`);

const haystack = [];
/** What the search looks through, made when it is first used. */
function searched(i) {
  return (haystack[i] ??= `${input(i)}\n${url(i)}\n${finalUrl(i)}\n${value("domain", i)}`.toLowerCase());
}

const blocks = new Map();
/** What only the line itself shows: its trail, tags, social networks, and when its domain's state expires. */
async function detail(i) {
  const block = Math.floor(i / D.block);
  if (!blocks.has(block)) blocks.set(block, unpack(`block-${block}`));
  return (await blocks.get(block))[i % D.block];
}
