// Puts the page together and keeps it in step with the filters.

let panels = [], showLog = null, shown = null, pressed = null;

function facetsPanel() {
  const box = byId("facets"), all = select().facets;
  return (facets) => box.replaceChildren(...FACETS.map((name) => {
    const codes = [...D.values[name].keys()].sort((a, b) => all[name][b] - all[name][a]);  // so that none jumps about
    return h("fieldset", {}, h("legend", {}, TITLES[name]), codes.map((code) => {
      const text = D.values[name][code], number = facets[name][code];
      const pressed = Boolean(filters[name]?.has(text));
      return h("button", {
        class: `chip${number || pressed ? "" : " zero"}`, type: "button", "aria-pressed": String(pressed),
        data: { facet: name, value: text }, onclick: () => toggle(name, text),
      }, name === "outcome" && !pressed ? dot(text) : "", foreign(named(text)), h("span", {}, count(number)));
    }));
  }));
}

function barPanel() {
  const bar = byId("bar");
  return () => {
    const chips = Object.entries(filters).flatMap(([name, wanted]) => {
      const values = wanted instanceof Set ? [...wanted] : [wanted];
      const text = values.length > 3 ? `${values.length} values` : values.map((each) => worded(name, each)).join(" or ");
      return h("button", { class: "quiet", type: "button", "aria-label": `Without the filter ${TITLES[name]}`, onclick: () => choose({ [name]: null }) },
        `${TITLES[name]}: `, foreign(text), " ×");
    });
    bar.hidden = !chips.length;
    if (!chips.length) return bar.replaceChildren();
    bar.replaceChildren(h("b", {}, `${count(rows.length)} of ${count(D.lines)} lines`), ...chips,
      h("button", { class: "quiet", type: "button", onclick: () => setFilters({}) }, "All lines"),
      h("button", { class: "quiet strong", type: "button", onclick: showRows }, "Show the rows ↓"));
  };
}

function showRows() {
  byId("log").scrollIntoView();
  byId("log-title").focus({ preventScroll: true });
}

/** Everything anew, for the filters and the order that hold now. */
function show() {
  const active = document.activeElement, focus = active.closest("[data-facet]")?.dataset;
  const section = active.closest("section") ?? pressed, top = section?.getBoundingClientRect().top;
  const chosen = select();
  showLog(sorted(chosen.rows));
  const sum = totals(chosen.rows, D.axis);
  for (const panel of panels) panel(sum);
  D.showFacets(chosen.facets);
  D.showBar();
  paint();
  byId("matches").textContent = chosen.rows.length === D.lines ? `${count(D.lines)} lines` : `${count(chosen.rows.length)} of ${count(D.lines)} lines`;
  keepPlace(section, top, focus);
}

/** What was clicked stays where it was, whatever has changed above it; a focus whose element has gone moves on. */
function keepPlace(section, top, focus) {
  if (section) scrollBy({ top: section.getBoundingClientRect().top - top, behavior: "instant" });
  const facet = focus && `[data-facet="${focus.facet}"][data-value="${CSS.escape(focus.value)}"]`;
  const next = facet ? byId("facets").querySelector(facet) : byId("bar").querySelector("button");
  if (document.activeElement === document.body && section) next?.focus({ preventScroll: true });
}

const THEMES = [["", "auto"], ["light", "light"], ["dark", "dark"]];
function switchTheme() {
  const root = document.documentElement, now = THEMES.findIndex(([theme]) => theme === (root.dataset.theme ?? ""));
  const [theme, label] = THEMES[(now + 1) % THEMES.length];
  if (theme) root.dataset.theme = theme;
  else delete root.dataset.theme;
  byId("theme").textContent = `Colours: ${label}`;
  paint();
}

function aboutText() {
  const parts = [D.lines ? `${count(D.lines)} visits, ${moment(D.at[0])} to ${moment(D.at[D.lines - 1])} UTC` : "No visits"];
  parts.push(`${count(D.read.files)} log file${D.read.files === 1 ? "" : "s"}`);
  if (D.where.length) parts.push(`only ${D.where.join(" and ")}`);
  if (D.since) parts.push(`since ${D.since}`);
  return parts.join(" · ");
}

function footerText() {
  const { torn, foreign: others } = D.read;
  const skipped = torn + others ? ` Lines that were skipped: ${count(torn)} torn, ${count(others)} of no page log.` : "";
  return `Made by contactscraper on ${moment(D.made)} UTC; all times are UTC.${skipped} What was found stands here as counts ` +
    "only. This page asks no network; it draws with Chart.js (MIT license).";
}

async function start() {
  await load();
  D.axis = axis();
  byId("about").textContent = visible(aboutText());
  byId("footer").textContent = footerText();
  byId("main").hidden = false;
  const drawTimeline = timelineChart(byId("timeline"), D.axis);
  showLog = makeLog();
  D.showFacets = facetsPanel();
  D.showBar = barPanel();
  panels = [
    tilesPanel(), funnelPanel(), gridPanel("method", "Outcomes by method"), tookPanel(), drawTimeline,
    gridPanel("errorClass", "Errors by class", ""),
    gridPanel("domainState", "Domain states", null, { title: "domains", value: (sum, code) => count(sum.domainsOf[code]) }),
    reasonPanel(), slowPanel(),
  ];
  let waiting = 0;
  byId("search").addEventListener("input", (event) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => choose({ text: event.target.value.trim() || null }), 150);
  });
  addEventListener("pointerdown", (event) => { pressed = event.target.closest("section"); }, true);
  byId("theme").addEventListener("click", switchTheme);
  byId("detail").addEventListener("click", (event) => { if (event.target === event.currentTarget) event.target.close(); });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paint);
  addEventListener("hashchange", follow);
  follow();
  document.documentElement.dataset.ready = "yes";
  prepareSearch();
}

/** Makes what the search looks through while nothing else is to be done, so that the first search is quick too. */
function prepareSearch(from = 0) {
  requestIdleCallback((idle) => {
    let i = from;
    while (i < D.lines && idle.timeRemaining() > 1) searched(i++);
    if (i < D.lines) prepareSearch(i);
  });
}

/** Shows what the page's address asks for. */
function follow() {
  if (shown === location.hash) return;
  shown = location.hash;
  filters = parseFilters(location.hash);
  if (document.activeElement !== byId("search")) byId("search").value = filters.text ?? "";
  show();
}

start().catch((error) => {
  byId("about").textContent = `This report cannot be shown: ${error.message}. A browser of 2023 or later is needed.`;
  throw error;
});
