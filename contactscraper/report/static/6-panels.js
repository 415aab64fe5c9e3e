// The panels above the log. Every number is a button that shows the rows behind it.

/** A number that filters by `changes`, in words for those who cannot see where it stands. */
function go(number, changes, what) {
  if (!number) return h("span", { class: "none" }, "·");
  return h("button", { class: "go", type: "button", "aria-label": visible(`${count(number)} ${what}`), onclick: () => choose(changes) }, count(number));
}

const cell = (tag, content, given = {}) => h(tag, given, content);
const header = (...names) => h("thead", {}, h("tr", {}, names.map((name) => h("th", { scope: "col" }, name))));

function put(section, selector, element) {
  const old = section.querySelector(selector);
  if (old) old.replaceWith(element);
  else section.append(element);
}

function tilesPanel() {
  const section = byId("tiles");
  return (sum) => {
    const code = D.values.outcome.indexOf("ok-contact"), found = code < 0 ? 0 : sum.outcome[code];
    const tabs = sum.steps.tab.lines, memory = D.values.stage.indexOf("memory"); // the funnel's row: one word, one number
    const known = memory < 0 ? 0 : sum.stage[memory];
    const tile = (label, number, more, changes, kind = "") =>
      h("button", { class: `tile ${kind}`, type: "button", onclick: () => choose(changes) },
        h("span", { class: "label" }, label), h("b", {}, count(number)), h("span", { class: "more muted" }, more));
    section.replaceChildren(
      tile("Lines read", sum.lines, sum.lines === D.lines ? "all of the log" : `of ${count(D.lines)} in the log`,
        Object.fromEntries(Object.keys(filters).map((name) => [name, null]))),
      tile("Contacts found", found, `${percent(found, sum.lines)} of the lines`, { outcome: "ok-contact" }, "good"),
      tile("Known from memory", known, `${percent(known, sum.lines)}, without a request`, { stage: "memory" }),
      tile("Browser tabs", tabs, `${percent(tabs, sum.lines)}  of the lines`, { asked: "tab" }),
      h("div", { class: "tile" }, h("span", { class: "label" }, "Time in requests"), h("b", {}, lasting(sum.ms)),
        h("span", { class: "more muted" }, sum.ms ? `${percent(sum.steps.tab.all, sum.ms)} of it in tabs` : "")),
    );
  };
}

const OUTCOME_SUM = (grid, row) => {
  const width = D.values.outcome.length;
  return grid.subarray(row * width, (row + 1) * width).reduce((all, number) => all + number, 0);
};

function funnelPanel() {
  const section = byId("funnel");
  section.append(h("p", { class: "legend" },
    h("span", {}, h("i", { class: "found" }), "ended here with a contact"),
    h("span", {}, h("i", { class: "stop" }), "ended here without"),
    h("span", {}, h("i", { class: "pass" }), "went on")));
  const part = (kind, number, all, changes, what) =>
    number ? h("button", { type: "button", class: kind, tabindex: -1, title: `${count(number)} ${what}`, "aria-hidden": "true",
      style: { width: `${(100 * number) / all}%` }, onclick: () => choose(changes) }) : null;
  const table = h("table", { class: "funnel" },
    header("stage", "", "reached", "share", "ended here", "with contact", "asked"), h("tbody"));
  section.append(h("div", { class: "scroll" }, table));
  return (sum) => {
    const stages = journey(sum).filter((stage) => stage.name !== "open" || stage.ended), all = sum.lines || 1;
    const after = (index) => stages.slice(index).map((stage) => stage.name);
    const rows = stages.map((stage, index) => {
      const here = { stage: stage.name }, contact = { stage: stage.name, outcome: "ok-contact" };
      const others = { stage: stage.name, outcome: D.values.outcome.filter((outcome) => outcome !== "ok-contact") };
      const label = stage.label, left = stage.reached - stage.ended;
      return h("tr", { data: { stage: stage.name } },
        h("th", { scope: "row" }, label),
        h("td", { class: "flow" }, h("div", { class: "track" },
          part("found", stage.found, all, contact, `ended here with a contact (${label})`),
          part("stop", stage.ended - stage.found, all, others, `ended here without a contact (${label})`),
          part("pass", left, all, { stage: after(index + 1) }, `went on (${label})`))),
        h("td", { class: "num" }, go(stage.reached, { stage: after(index) }, `reached: ${label}`)),
        h("td", { class: "part share" }, percent(stage.reached, sum.lines)),
        h("td", { class: "part", data: { label: "ended here" } }, stage.ended ? go(stage.ended, here, `ended at: ${label}`) : null),
        h("td", { class: "part", data: { label: "with contact" } }, stage.found ? go(stage.found, contact, `with contact at: ${label}`) : null),
        h("td", { class: "part", data: { label: "asked" } }, stage.step && stage.asked ? go(stage.asked, { asked: stage.step }, `asked: ${label}`) : null));
    });
    const found = stages.reduce((number, stage) => number + stage.found, 0);
    const end = (label, kind, number, changes) => h("tr", { class: "ends" }, h("th", { scope: "row" }, label),
      h("td", { class: "flow" }, h("div", { class: "track" }, part(kind, number, all, changes, label))),
      h("td", { class: "num" }, go(number, changes, label)), h("td", { class: "part share" }, percent(number, sum.lines)),
      h("td", { class: "part" }), h("td", { class: "part" }), h("td", { class: "part" }));
    table.tBodies[0].replaceChildren(end("lines read", "pass", sum.lines, { stage: null }), ...rows,
      end("contact found", "found", found, { outcome: "ok-contact" }));
  };
}

/** A column's values by outcome: as a chart and as a table. `more` gives a last column. */
function gridPanel(name, label, skip, more) {
  const section = byId(name), draw = gridChart(section, name, label), width = D.values.outcome.length;
  return (sum) => {
    const grid = sum.grids[name], code = (text) => D.values[name].indexOf(text);
    const at = (text, outcome) => grid[code(text) * width + D.values.outcome.indexOf(outcome)];
    const all = (text) => OUTCOME_SUM(grid, code(text));
    const values = D.values[name].filter((text) => text !== skip && all(text)).sort((a, b) => all(b) - all(a));
    const outcomes = outcomeSets().map((set) => set.outcome).filter((outcome) => values.some((text) => at(text, outcome)));
    draw(values, at);
    const rows = values.map((text) => h("tr", {},
      h("th", { scope: "row" }, foreign(named(text))),
      outcomes.map((outcome) => h("td", {}, go(at(text, outcome), { [name]: text, outcome }, `${outcome}, ${named(text)}`))),
      h("td", {}, go(all(text), { [name]: text }, `lines, ${named(text)}`)),
      more ? h("td", {}, more.value(sum, code(text))) : null));
    const heads = [name === "domainState" ? "state" : TITLES[name], ...outcomes, "all"];
    put(section, ".scroll", h("div", { class: "scroll" },
      values.length ? h("table", { class: heads.length + (more ? 1 : 0) > 8 ? "grid dense" : "grid" }, header(...heads, ...(more ? [more.title] : [])), h("tbody", {}, rows)) : h("p", { class: "empty" }, "None.")));
  };
}

function tookPanel() {
  const section = byId("took"), draw = tookChart(section);
  return (sum) => {
    draw(sum);
    const rows = STEPS.filter((step) => sum.steps[step].lines).map((step) => {
      const { lines, median, most, all } = sum.steps[step], label = D.stages.find((stage) => stage.step === step).label;
      return h("tr", {}, h("th", { scope: "row" }, label), h("td", {}, go(lines, { asked: step }, `visits with ${label}`)),
        h("td", {}, lasting(median)), h("td", {}, lasting(most)), h("td", {}, lasting(all)), h("td", {}, percent(all, sum.ms)));
    });
    put(section, ".scroll", h("div", { class: "scroll" },
      h("table", {}, header("step", "visits", "median", "95 % within", "in all", "share"), h("tbody", {}, rows))));
  };
}

/** A ranking with bars. Each row: a name, a size for its bar, its cells, and what it filters by. */
function ranking(section, heads, rows) {
  const most = Math.max(1, ...rows.map((row) => row.size));
  const body = rows.map((row) => h("tr", {},
    h("th", { scope: "row", class: "name" }, h("button", { class: "go", type: "button", title: visible(row.name), onclick: () => choose(row.changes) }, foreign(row.name))),
    h("td", {}, h("span", { class: "fill", style: { width: `${(100 * row.size) / most}%` } })),
    row.cells.map((content) => h("td", {}, content))));
  put(section, ".scroll", h("div", { class: "scroll" },
    rows.length ? h("table", { class: "bars" }, header(...heads), h("tbody", {}, body)) : h("p", { class: "empty" }, "None.")));
}

function reasonPanel() {
  return (sum) => {
    const rows = [...sum.reason.entries()].filter(([, number]) => number).sort((a, b) => b[1] - a[1]).slice(0, 16)
      .map(([code, number]) => {
        const reason = D.values.reason[code], changes = { reason };
        return { name: named(reason), size: number, changes, cells: [go(number, changes, `lines, ${reason}`), percent(number, sum.lines)] };
      });
    ranking(byId("reason"), ["reason", "", "lines", "share"], rows);
  };
}

function slowPanel() {
  return (sum) => {
    const nameless = D.values.domain.indexOf("");
    if (nameless >= 0) sum.domainMs[nameless] = 0;
    const top = largest(sum.domainMs, 16);
    ranking(byId("slow"), ["domain", "", "visits", "in all", "a visit"], top.map((code) => {
      const domain = D.values.domain[code], ms = sum.domainMs[code], lines = sum.domainLines[code];
      return { name: domain, size: ms, changes: { domain }, cells: [go(lines, { domain }, `visits of ${domain}`), lasting(ms), lasting(ms / lines)] };
    }));
  };
}
