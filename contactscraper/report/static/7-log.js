// The log view: only the rows in sight exist as elements, so that a million of them scroll like ten. (Table libraries
// want an object a row and write cells as markup; here the columns are shared with the counts, and text stays text.)

const COLUMNS = [
  ["time", "at", "c-at"], ["URL", "domain", "c-url"], ["method", null, ""], ["outcome", null, "c-outcome"],
  ["reason", null, "c-reason"], ["domain state", null, "c-state"], ["error class", null, ""], ["status", null, "c-status num"],
  ["took", "ms", "c-ms num"], ["found", null, "c-found"],
];
/** Browsers stop at some 17 million pixels; beyond this many a step of the scroll bar is more than one row. */
const MOST_PIXELS = 8e6;

let rows = new Uint32Array(0);
const sort = { by: "at", down: false };
const orders = {};

/** All lines in the chosen order, made once for each. Key and number in one float: a plain sort, which is quick. */
function order() {
  const name = `${sort.by} ${sort.down}`;
  if (!orders[name]) {
    const keys = { domain: D.codes.domain, ms: D.total }[sort.by], packed = new Float64Array(D.lines), span = 2 ** 21;
    for (let i = 0; i < D.lines; i++) packed[i] = (sort.down ? 2 ** 31 - keys[i] : keys[i] + 1) * span + i;
    orders[name] = Uint32Array.from(packed.sort(), (both) => both % span);
  }
  return orders[name];
}

/** `selected`, lines in the order of time, as they are to be shown. */
function sorted(selected) {
  if (sort.by === "at") return sort.down ? selected.slice().reverse() : selected;
  const fits = new Uint8Array(D.lines);
  for (const i of selected) fits[i] = 1;
  return order().filter((i) => fits[i]);
}

function sortBy(key) {
  if (sort.by === key) sort.down = !sort.down;
  else Object.assign(sort, { by: key, down: key === "ms" });
  show();
}

function foundIn(i) {
  const emails = D.numbers.emails[i], parts = [];
  if (emails > 0) parts.push(`${emails} email${emails > 1 ? "s" : ""}`);
  if (D.numbers.phone[i]) parts.push("phone");
  if (D.numbers.socials[i] > 0) parts.push("social");
  return parts.join(", ");
}

function rowOf(at, height) {
  const i = rows[at], outcome = value("outcome", i), took = D.total[i], status = value("status", i);
  return h("div", { class: "row cells", role: "row", "aria-rowindex": at + 2, style: { top: `${height}px` }, onclick: () => look(at) },
    h("span", { class: "c-at", role: "cell" }, second(D.at[i])),
    h("span", { class: "c-url", role: "cell" }, h("button", { class: "go", type: "button" }, foreign(url(i) || input(i) || named(value("domain", i))))),
    h("span", { role: "cell" }, foreign(value("method", i))),
    h("span", { class: "c-outcome", role: "cell" }, dot(outcome), foreign(outcome)),
    h("span", { class: "c-reason", role: "cell" }, foreign(value("reason", i))),
    h("span", { class: "c-state", role: "cell" }, foreign(value("domainState", i))),
    h("span", { role: "cell" }, foreign(value("errorClass", i))),
    h("span", { class: "c-status num", role: "cell" }, foreign(status)),
    h("span", { class: "c-ms num", role: "cell" }, took >= 0 ? lasting(took) : ""),
    h("span", { class: "c-found", role: "cell" }, foundIn(i)));
}

function makeLog() {
  const heads = h("div", { class: "heads cells", role: "row" }), list = h("div", { class: "list", role: "rowgroup" });
  const body = h("div", { class: "body", tabindex: 0, role: "presentation" }, heads, list);
  byId("table").append(body);
  let drawn = "";

  function draw() {
    const row = parseFloat(getComputedStyle(body).getPropertyValue("--row")), sight = body.clientHeight - heads.offsetHeight;
    const full = rows.length * row, height = Math.min(full, MOST_PIXELS);
    // What stands at the top, in pixels of the whole list: by the scroll bar's share where the list is too long.
    const top = full > height ? (body.scrollTop / Math.max(1, height - sight)) * (full - sight) : body.scrollTop;
    const first = Math.max(0, Math.floor(top / row) - 8), last = Math.min(rows.length, Math.ceil((top + sight) / row) + 8);
    const key = `${first} ${last} ${row} ${body.scrollTop - top}`;
    if (key === drawn) return;
    drawn = key;
    const focused = list.contains(document.activeElement) && document.activeElement.closest(".row").getAttribute("aria-rowindex");
    const made = [];
    for (let at = first; at < last; at++) made.push(rowOf(at, body.scrollTop - top + at * row));
    list.style.height = `${height}px`;
    list.replaceChildren(...made);
    if (focused) list.querySelector(`[aria-rowindex="${focused}"] .go`)?.focus({ preventScroll: true });
  }

  body.addEventListener("scroll", () => requestAnimationFrame(draw), { passive: true });
  addEventListener("resize", draw);
  return (selected) => {
    rows = selected;
    drawn = "";
    heads.replaceChildren(...COLUMNS.map(([title, key, kind]) => h("span", {
      class: kind, role: "columnheader",
      "aria-sort": key === sort.by ? (sort.down ? "descending" : "ascending") : key ? "none" : null,
    }, key ? h("button", { type: "button", onclick: () => sortBy(key) }, title, key === sort.by ? (sort.down ? " ↓" : " ↑") : "") : title)));
    byId("table").setAttribute("aria-rowcount", rows.length + 1);
    body.scrollTop = 0;
    list.style.height = "";
    if (rows.length) draw();
    else list.replaceChildren(h("p", { class: "empty" }, "No line fits all filters."));
  };
}

/** One line whole, with what stands before and after it. */
async function look(at) {
  const i = rows[at], dialog = byId("detail"), [expires, tags, socials, trail] = await detail(i);
  const pairs = [
    ["input", foreign(input(i))], ["URL", url(i) && link(url(i))], ["final URL", finalUrl(i) && link(finalUrl(i))],
    ["domain", value("domain", i) && foreign(value("domain", i))], ["time", `${iso(D.at[i]).replace("T", " ").replace("Z", "")} UTC`],
    ["type", value("type", i)], ["method", value("method", i)],
    ["outcome", h("span", {}, dot(value("outcome", i)), foreign(value("outcome", i)))], ["reason", foreign(value("reason", i))],
    ["error class", value("errorClass", i)], ["status", value("status", i)],
    ["domain state", value("domainState", i) + (expires ? `, until ${visible(expires).slice(0, 16).replace("T", " ")}` : "")],
    ["found", foundIn(i)], ["social networks", socials.length ? foreign(socials.join(", ")) : ""],
    ["tags", tags.length ? foreign(tags.join(", ")) : ""],
    ["size", D.numbers.body[i] >= 0 ? `${count(D.numbers.body[i])} bytes` : ""],
  ].filter(([, content]) => content);
  const step = (move) => h("button", { class: "quiet", type: "button", disabled: !(at + move in rows), onclick: () => look(at + move) }, move < 0 ? "← Previous" : "Next →");
  dialog.replaceChildren(
    h("h2", { id: "detail-title" }, foreign(input(i) || url(i))),
    h("div", { class: "tools" }, step(-1), step(1), h("button", { class: "quiet", type: "button", onclick: () => dialog.close() }, "Close")),
    h("dl", {}, pairs.map(([name, content]) => [h("dt", {}, name), h("dd", {}, content)])),
    trail.length ? h("h2", {}, "Steps") : "",
    h("ol", {}, trail.map((made) => h("li", {}, h("b", {}, foreign(made.method ?? "")),
      h("span", {}, made.url ? link(made.url) : ""),
      h("span", { class: "muted" }, foreign([made.status, made.outcome, made.ms === null ? "" : lasting(made.ms)].filter(Boolean).join(" · ")))))));
  if (!dialog.open) dialog.showModal();
}
