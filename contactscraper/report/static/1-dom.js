// Making elements and texts. What a log holds is untrusted: it becomes text nodes only, never markup.

/** Characters that hide, or that turn the direction of what follows, shown by their number. */
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ufff9-\ufffb]/g;
const visible = (text) =>
  String(text).replace(UNSEEN, (char) => `⟨U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`);

/** An element. `on…` are listeners, `data` a dataset, `style` CSS properties; all else are attributes. */
function h(tag, given = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "data") Object.assign(element.dataset, value);
    else if (name === "style") for (const [key, css] of Object.entries(value)) element.style.setProperty(key, css);
    else element.setAttribute(name, value === true ? "" : value);
  }
  const shown = children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== "");
  element.append(...shown.map((child) => (child instanceof Node ? child : visible(child))));
  return element;
}

const byId = (id) => document.getElementById(id);

/** Untrusted text, whose direction ends with it. */
const foreign = (text) => h("bdi", { dir: "ltr" }, text);

/** A link where `url` is http or https, else its text. */
function link(url) {
  let parsed = null;
  try { parsed = new URL(url); } catch { /* no URL: text */ }
  if (!parsed || !["http:", "https:"].includes(parsed.protocol)) return foreign(url);
  return h("a", { href: parsed.href, rel: "noopener noreferrer nofollow", target: "_blank" }, foreign(url));
}

const whole = new Intl.NumberFormat("en-US");
const count = (number) => whole.format(number);
const percent = (part, all) => (all ? `${((100 * part) / all).toFixed(1)} %` : "");

/** Milliseconds for people. */
function lasting(ms) {
  if (Math.round(ms) < 1000) return `${Math.round(ms)} ms`;
  const s = ms < 9950 ? ms / 1000 : Math.round(ms / 1000);
  if (s < 60) return `${s.toFixed(s < 9.95 ? 1 : 0)} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min ${s % 60} s`;
  return `${count(Math.floor(s / 3600))} h ${Math.floor((s % 3600) / 60)} min`;
}

const iso = (ms) => new Date(ms).toISOString();
const moment = (ms) => iso(ms).slice(0, 16).replace("T", " ");
const second = (ms) => iso(ms).slice(5, 19).replace("T", " ");

const named = (value) => (value === "" ? "none" : value);
const dot = (outcome) => h("i", { class: "dot", "aria-hidden": "true", style: { "--c": colour(outcome) } });
const OUTCOMES = ["ok-contact", "ok-empty", "cold-skip", "dead", "antibot", "error"];
const colour = (outcome) => (OUTCOMES.includes(outcome) ? `var(--${outcome})` : "var(--stop)");
