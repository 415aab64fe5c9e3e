// Chart.js, in the page's colours. Each chart has a table beside it that says the same.

const charts = [];
const NAMES = [...OUTCOMES, ...STEPS, "stop", "muted", "line", "card"];
let palette = new Map();

/** Redraws all charts in the colours that hold now. */
function paint() {
  const styles = getComputedStyle(document.documentElement);
  palette = new Map(NAMES.map((name) => [name, styles.getPropertyValue(`--${name}`).trim()]));
  for (const chart of charts) {
    const ink = palette.get("muted"), line = palette.get("line");
    for (const scale of Object.values(chart.options.scales)) {
      scale.ticks.color = ink;
      if (scale.title) scale.title.color = ink;
      if (scale.grid) scale.grid.color = line;
      if (scale.border) scale.border.color = line;
    }
    chart.options.plugins.legend.labels.color = ink;
    chart.update("none");
  }
}

/** A data set's colours, looked up whenever it is drawn. */
const shades = (name, border) => ({
  backgroundColor: () => palette.get(name) ?? palette.get("stop"),
  borderColor: () => palette.get(border) ?? palette.get("stop"),
  pointBorderColor: () => palette.get(name) ?? palette.get("stop"),
});

/** Adds a chart to `section`. `chosen` gets what was clicked: the numbers of the data set and of the value. */
function addChart(section, label, height, config, chosen) {
  const canvas = h("canvas", { role: "img", "aria-label": `${label}; the table below has the numbers` });
  const box = h("div", { class: "canvas", style: { height: `${height}px` } }, canvas);
  section.append(box);
  const options = {
    animation: false, maintainAspectRatio: false, responsive: true, locale: "en-US",
    interaction: { mode: "nearest", intersect: true },
    onClick: (_, hits) => hits.length && chosen(hits[0].datasetIndex, hits[0].index),
    onHover: (event, hits) => { event.native.target.style.cursor = hits.length ? "pointer" : ""; },
    ...config.options,
  };
  options.plugins = {
    colors: { enabled: false },
    legend: { position: "bottom", align: "start", labels: { boxWidth: 12, boxHeight: 12, padding: 12, font: { size: 12 } } },
    ...config.options.plugins,
  };
  const chart = new Chart(canvas, { ...config, options });
  charts.push(chart);
  return { chart, box };
}

const outcomeSets = () =>
  OUTCOMES.filter((outcome) => D.values.outcome.includes(outcome))
    .concat(D.values.outcome.filter((outcome) => !OUTCOMES.includes(outcome)))
    .map((outcome) => ({ label: visible(named(outcome)), outcome, data: [], borderWidth: 1, borderSkipped: false, borderRadius: 2, ...shades(outcome, "card") }));

const axisOf = (more = {}) => ({
  stacked: true, grid: {}, border: { display: false }, ticks: { font: { size: 12 }, maxRotation: 0 }, ...more,
});

/** Bars by the values of the column `name`, stacked by outcome. */
function gridChart(section, name, label) {
  const config = {
    type: "bar",
    data: { labels: [], datasets: outcomeSets() },
    options: {
      indexAxis: "y",
      scales: { x: axisOf({ ticks: { precision: 0, maxTicksLimit: 6 } }), y: axisOf({ grid: { display: false } }) },
    },
  };
  let shown = [];
  const made = addChart(section, label, 200, config, (set, index) =>
    choose({ [name]: shown[index], outcome: config.data.datasets[set].outcome }));
  return (values, cell) => {
    shown = values;
    config.data.labels = values.map((text) => visible(named(text)));
    for (const set of config.data.datasets) set.data = values.map((text) => cell(text, set.outcome));
    for (const set of config.data.datasets) made.chart.setDatasetVisibility(config.data.datasets.indexOf(set), set.data.some(Boolean));
    made.chart.options.plugins.legend.labels.filter = (item) => config.data.datasets[item.datasetIndex].data.some(Boolean);
    made.box.style.height = `${72 + 30 * Math.max(1, values.length)}px`;
  };
}

function timelineChart(section, time) {
  const labels = Array.from({ length: time.bins }, (_, bin) => time.from + bin * time.bin);
  const short = time.bin >= 86400000 ? (ms) => iso(ms).slice(0, 10) : time.bin >= 60000 ? (ms) => moment(ms).slice(5) : second;
  const config = {
    type: "bar",
    data: { labels: labels.map(short), datasets: outcomeSets() },
    options: {
      scales: {
        x: axisOf({ grid: { display: false }, ticks: { maxTicksLimit: 10, maxRotation: 0, autoSkipPadding: 16 } }),
        y: axisOf({ ticks: { precision: 0, maxTicksLimit: 5 } }),
      },
      datasets: { bar: { categoryPercentage: 0.96, barPercentage: 1 } },
      interaction: { mode: "nearest", intersect: false }, // bars may be a few pixels wide
    },
  };
  addChart(section, "Visits over time, by outcome", 240, config, (set, index) =>
    choose({ time: `${labels[index]}~${labels[index] + time.bin}`, outcome: config.data.datasets[set].outcome }));
  return (sum) => {
    const width = D.values.outcome.length;
    for (const set of config.data.datasets) {
      const code = D.values.outcome.indexOf(set.outcome);
      set.data = labels.map((_, bin) => sum.timeline[bin * width + code]);
    }
  };
}

function tookChart(section) {
  const dashes = { head: [2, 3], get: [], page: [7, 4], tab: [10, 3, 2, 3] };
  const points = { head: "rect", get: "circle", page: "triangle", tab: "rectRot" };
  const label = (step) => D.stages.find((stage) => stage.step === step).label;
  const config = {
    type: "line",
    data: {
      labels: CLASS_NAMES,
      datasets: STEPS.map((step) => ({
        label: label(step), step, ...shades(step, step), data: [], counts: [], borderDash: dashes[step], pointStyle: points[step],
        borderWidth: 2, pointRadius: 4, pointHitRadius: 12, cubicInterpolationMode: "monotone",
      })),
    },
    options: {
      scales: {
        x: axisOf({ stacked: false, grid: { display: false } }),
        y: axisOf({ stacked: false, beginAtZero: true, ticks: { callback: (share) => `${share} %`, maxTicksLimit: 5 } }),
      },
      plugins: {
        legend: { position: "bottom", align: "start", labels: { usePointStyle: true, boxHeight: 7, padding: 14, font: { size: 12 } } },
        tooltip: { callbacks: { label: (item) => ` ${item.dataset.label}: ${count(item.dataset.counts[item.dataIndex])} visits (${item.parsed.y.toFixed(1)} %)` } },
      },
    },
  };
  addChart(section, "Time by step", 240, config, (set, index) =>
    choose({ took: `${STEPS[set]}~${CLASSES[index]}~${CLASSES[index + 1] ?? ""}` }));
  return (sum) => {
    for (const set of config.data.datasets) {
      const { classes, lines } = sum.steps[set.step];
      set.counts = [...classes];
      set.data = set.counts.map((number) => (lines ? (100 * number) / lines : 0));
    }
  };
}
