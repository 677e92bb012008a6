// swift-format-ignore-file

/// The files of the folder `Page`, as `Scripts/page.py` has written them.
enum EmbeddedPage {
    static let files: [(name: String, text: String)] = [
        (
            "api.js",
###"""
// Asks the service. Answers are kept by their ETags; the token stays in this tab.

const KEPT = 80;
const PAGE = 100;
/** @type {Map<string, {etag: string, body: any}>} */
const kept = new Map();
let askForToken = async () => null;
let asking = null;

/** A request that did not give what was asked for. `status` is 0 if nobody answered. */
class Failure extends Error {
  constructor(status, message, title) {
    super(message);
    this.status = status;
    this.title = title;
  }
}

/** Sets how the page asks for a token: a function from a reason to a promise, resolved after a token was set. */
export function onTokenNeeded(ask) {
  askForToken = ask;
}

const store = {
  get token() {
    try {
      return sessionStorage.getItem("waybill-token") ?? memory;
    } catch {
      return memory;
    }
  },
  set token(value) {
    memory = value;
    try {
      value ? sessionStorage.setItem("waybill-token", value) : sessionStorage.removeItem("waybill-token");
    } catch {
      /* private mode */
    }
  },
};
let memory = null;

export const setToken = (value) => {
  store.token = value;
  kept.clear();
};

/**
 * Returns the JSON of an address below `api/`. The same object is returned while the service says that nothing changed.
 * @param {string} address
 * @param {Record<string, any>} [query] Values that are null or empty are left out; lists are repeated.
 * @param {AbortSignal} [signal]
 */
export async function ask(address, query = {}, signal) {
  for (;;) {
    const used = store.token;
    const response = await request(target(address, query), used, signal);
    if (response.status !== 401) return response.body;
    await token(used);
  }
}

/**
 * Returns the first `most` rows of a list that is answered in pages, with the first answer. The answer is the same object
 * as before if nothing changed.
 */
export async function askRows(address, query, key, most) {
  const page = (offset) => ask(address, { ...query, offset, limit: Math.min(most - offset, PAGE) });
  const answer = await page(0);
  const rows = [...answer[key]];
  while (rows.length < Math.min(most, answer.total)) {
    const next = (await page(rows.length))[key];
    if (!next.length) break;
    rows.push(...next);
  }
  return { answer, rows };
}

/** One dialog serves all requests that need a token; a request that was sent before the token changed is sent again. */
async function token(used) {
  if (store.token !== used) return;
  asking ??= askForToken(used ? "The token is not valid, or no longer." : null).finally(() => (asking = null));
  await asking;
}

function target(address, query) {
  const fields = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value])
      if (item != null && item !== "") fields.append(key, String(item));
  }
  const text = fields.toString();
  return `./api/${address}${text ? `?${text}` : ""}`;
}

async function request(url, bearer, signal) {
  const known = kept.get(url);
  const headers = { Accept: "application/json" };
  if (bearer) headers.Authorization = `Bearer ${bearer}`;
  if (known) headers["If-None-Match"] = known.etag;
  const response = await send(url, { headers, signal, cache: "no-store", credentials: "same-origin" });
  if (response.status === 304 && known) {
    keep(url, known);
    return { status: 200, body: known.body };
  }
  if (response.status === 401) return { status: 401 };
  const body = await json(response);
  if (!response.ok)
    throw new Failure(
      response.status,
      body?.error?.message ?? `The service answered ${response.status}.`,
      titles[response.status],
    );
  if (response.headers.get("ETag")) keep(url, { etag: response.headers.get("ETag"), body });
  return { status: 200, body };
}

const titles = {
  400: "This is not a valid request",
  403: "No access",
  404: "Not found",
  414: "This name is too long for a URL",
  431: "This name is too long for a URL",
};

async function send(url, options) {
  try {
    return await fetch(url, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Failure(0, "The service does not answer.", "No connection");
  }
}

/** A proxy that answers for a service that is down sends no JSON. */
async function json(response) {
  try {
    return await response.json();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    if (response.ok) throw new Failure(0, "The answer is not JSON.", "No connection");
    return null;
  }
}

function keep(url, answer) {
  kept.delete(url);
  kept.set(url, answer);
  if (kept.size > KEPT) kept.delete(kept.keys().next().value);
}

/** Whether the failure says that the service is away, and may return. */
export const isAway = (error) => error instanceof Failure && (error.status === 0 || error.status >= 502);
export const isAborted = (error) => error?.name === "AbortError";

"""###
        ),
        (
            "app.css",
###"""
:root {
  color-scheme: light dark;
  --ground: #f7f8fa;
  --surface: #fff;
  --raised: #f1f3f6;
  --line: #e2e5ea;
  --strong-line: #8a93a1;
  --text: #1b1f27;
  --dim: #596272;
  --accent: #2b5bd7;
  --accent-soft: #e9effd;
  --on-accent: #fff;
  --good: #14703b;
  --good-soft: #e3f4e9;
  --warn: #865600;
  --warn-soft: #fcf1d9;
  --bad: #b3261e;
  --bad-soft: #fdeae8;
  --capture: #7a3fc4;
  --wild: #9a4a00;
  --shadow: 0 8px 28px rgb(20 30 60 / 14%);
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif;
  --mono: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace;
  --row: 36px;
  --head: 34px;
}

@media (prefers-color-scheme: dark) {
  :root {
    --ground: #101216;
    --surface: #171a20;
    --raised: #1e222a;
    --line: #2a2f39;
    --strong-line: #6a7383;
    --text: #e6e9ee;
    --dim: #9ba5b5;
    --accent: #8caeff;
    --accent-soft: #1d2a48;
    --on-accent: #0e1524;
    --good: #6bd395;
    --good-soft: #16301f;
    --warn: #e9b850;
    --warn-soft: #332813;
    --bad: #ff9389;
    --bad-soft: #3b1c1a;
    --capture: #c79bff;
    --wild: #f0a35e;
    --shadow: 0 8px 28px rgb(0 0 0 / 50%);
  }
}

* { box-sizing: border-box; }
[hidden] { display: none !important; }
html, body { height: 100%; }
body {
  display: grid;
  grid-template-rows: auto auto minmax(0, 1fr);
  margin: 0;
  background: var(--ground);
  color: var(--text);
  font: 14px/1.5 var(--sans);
  font-variant-numeric: tabular-nums;
  overflow-wrap: anywhere;
}
h1, h2, h3, p, ol, ul, dl, dd, figure, pre { margin: 0; }
ol, ul { padding: 0; list-style: none; }
h1 { font-size: 20px; line-height: 1.3; font-weight: 650; letter-spacing: -.01em; }
h2 { font-size: 15px; line-height: 1.4; font-weight: 650; }
h3 { font-size: 12px; line-height: 1.4; font-weight: 600; color: var(--dim); }
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
:is(p, td, dd, .how) a {
  text-decoration: underline; text-decoration-color: color-mix(in srgb, currentcolor 40%, transparent);
  text-underline-offset: 3px;
}
bdi { unicode-bidi: isolate; }
code, pre, kbd, .mono, .pattern, .code { font-family: var(--mono); font-size: 12.5px; }
pre { white-space: pre-wrap; overflow: auto; tab-size: 4; }
pre bdi { display: block; white-space: pre-wrap; }
button, input, select { font: inherit; color: inherit; }
input.mono { font: 13px/1.4 var(--mono); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
main:focus, .panel:focus, .facts-pane:focus { outline: none; }
.dim { color: var(--dim); }
.good { color: var(--good); }
.warn, .warning { color: var(--warn); }
.bad { color: var(--bad); }
.capture { color: var(--capture); }
.wild { color: var(--wild); font-weight: 600; }
.escape { color: var(--bad); font: 11px var(--mono); }
.cut { color: var(--dim); font: 12px var(--sans); white-space: nowrap; }
.unseen {
  position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%);
  white-space: nowrap;
}
.skip {
  position: absolute; left: 12px; top: -60px; z-index: 9; padding: 8px 14px; border-radius: 8px;
  background: var(--accent); color: var(--on-accent);
}
.skip:focus { top: 8px; }

/* The bar */
.bar {
  display: flex; align-items: center; gap: 24px; min-width: 0; height: 52px; padding: 0 20px;
  background: var(--surface); border-bottom: 1px solid var(--line);
}
.brand { display: flex; align-items: center; gap: 9px; min-width: 0; }
.brand img { display: block; }
.brand .name { white-space: nowrap; font-weight: 650; letter-spacing: -.01em; }
.brand .service { max-width: 200px; overflow: hidden; color: var(--dim); text-overflow: ellipsis; white-space: nowrap; }
.brand .service:not(:empty)::before { content: "/"; margin-right: 9px; color: var(--strong-line); }
.bar nav { flex: 1; min-width: 0; height: 100%; }
.bar nav ul { display: flex; gap: 2px; height: 100%; }
.bar nav a {
  display: flex; align-items: center; height: 100%; padding: 0 11px; border-bottom: 2px solid transparent;
  color: var(--dim); font-weight: 500; white-space: nowrap;
}
.bar nav a:hover { color: var(--text); text-decoration: none; }
.bar nav a[aria-current] { border-color: var(--accent); color: var(--text); }
.bar nav a:focus-visible { outline-offset: -4px; }
.state { display: flex; align-items: center; gap: 8px; color: var(--dim); font-size: 13px; white-space: nowrap; }
.dot { width: 8px; height: 8px; border-radius: 50%; background: var(--strong-line); }
.dot.good { background: var(--good); }
.dot.warning { background: var(--warn); }
.dot.bad { background: var(--bad); }
.dot.away { background: var(--warn); animation: pulse 1.4s ease-in-out infinite; }
@keyframes pulse { 50% { opacity: .3; } }
.banner { padding: 9px 20px; border-bottom: 1px solid var(--line); font-size: 13px; }
.banner.bad { background: var(--bad-soft); color: var(--bad); }
.banner.warning { background: var(--warn-soft); color: var(--warn); }
.banner p { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 10px; }
.banner a { color: inherit; font-weight: 600; text-decoration: underline; }

/* Controls */
.field { position: relative; flex: 1; min-width: 240px; max-width: 620px; }
.field kbd {
  position: absolute; right: 9px; top: 8px; padding: 0 6px; border: 1px solid var(--line); border-radius: 4px;
  color: var(--dim); font-size: 11px; pointer-events: none;
}
.field:focus-within kbd { display: none; }
input, select {
  height: 36px; padding: 0 11px; border: 1px solid var(--strong-line); border-radius: 8px;
  background: var(--surface);
}
input { width: 100%; }
input::placeholder { color: var(--dim); opacity: 1; }
input:focus-visible, select:focus-visible {
  border-color: var(--accent); outline: 2px solid var(--accent); outline-offset: -1px; border-radius: 8px;
}
button { border: 0; background: none; padding: 0; cursor: pointer; }
button.quiet, button.more {
  height: 28px; padding: 0 10px; border: 1px solid var(--line); border-radius: 7px; background: var(--surface);
  color: var(--text); font-size: 12px; white-space: nowrap;
}
button.quiet:hover, button.more:hover { border-color: var(--strong-line); }
button.more { display: block; margin: 12px auto; }
button.link { color: var(--accent); }
button.primary {
  height: 36px; padding: 0 18px; border-radius: 8px; background: var(--accent); color: var(--on-accent);
  font-weight: 600;
}
.control { display: grid; gap: 4px; }
.control label { color: var(--dim); font-size: 12px; }
.control.inline { display: flex; align-items: center; gap: 8px; }
.problem { flex-basis: 100%; color: var(--bad); font-size: 13px; }
.problem:empty { display: none; }
.chips, .methods { display: inline-flex; flex-wrap: wrap; gap: 4px; }
.chip {
  display: inline-block; max-width: 100%; overflow: hidden; padding: 0 7px; border-radius: 5px;
  background: var(--raised); color: var(--text); font: 12px/20px var(--mono); text-overflow: ellipsis;
  white-space: nowrap;
}
.chip.good { background: var(--good-soft); color: var(--good); }
.chip.warn { background: var(--warn-soft); color: var(--warn); }
.chip.bad { background: var(--bad-soft); color: var(--bad); }
button.chip { border: 1px solid var(--line); background: none; color: var(--dim); }
button.chip:hover { border-color: var(--strong-line); color: var(--text); }
.method {
  padding: 0 5px; border-radius: 4px; background: var(--raised); color: var(--dim);
  font: 600 10.5px/18px var(--mono); letter-spacing: .02em;
}
.method.get { background: var(--accent-soft); color: var(--accent); }
.method.post { background: var(--good-soft); color: var(--good); }
.method.put, .method.patch { background: var(--warn-soft); color: var(--warn); }
.method.delete { background: var(--bad-soft); color: var(--bad); }
.badge {
  display: inline-block; padding: 0 7px; border-radius: 5px; background: var(--raised); color: var(--dim);
  font-size: 11.5px; font-weight: 600; line-height: 20px; white-space: nowrap;
}
.badge.good { background: var(--good-soft); color: var(--good); }
.badge.bad { background: var(--bad-soft); color: var(--bad); }
.badge.warn { background: var(--warn-soft); color: var(--warn); }
.try { font-size: 13px; }

/* Views */
main { min-width: 0; overflow: auto; padding: 26px max(20px, (100% - 1240px) / 2) 48px; }
.lead { margin: 3px 0 20px; color: var(--dim); }
.columns { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 24px 32px; align-items: start; }
.columns.narrow-wide { grid-template-columns: minmax(280px, 380px) minmax(0, 1fr); gap: 28px; }
.facts-pane {
  display: grid; grid-template-columns: minmax(0, 1fr); gap: 14px; padding: 20px 22px;
  border: 1px solid var(--line); border-radius: 12px; background: var(--surface);
}
.facts-pane:empty { display: none; }
.facts { display: grid; gap: 9px; }
.facts > div { display: grid; grid-template-columns: 112px minmax(0, 1fr); gap: 14px; }
.facts dt { color: var(--dim); }
.facts ul, .facts ol { display: grid; gap: 3px; }
.empty { padding: 44px 20px; color: var(--dim); text-align: center; }
.empty .title { color: var(--text); font-weight: 600; }
.empty.bad .title { color: var(--bad); }
.verdict { padding: 10px 14px; border-radius: 9px; background: var(--raised); font-weight: 600; }
.verdict .dim { font-weight: 400; }
.verdict.good { background: var(--good-soft); }
.verdict.warning { background: var(--warn-soft); }
.verdict.bad { background: var(--bad-soft); }
.verdict.info { background: var(--accent-soft); color: var(--accent); }
.source { overflow: hidden; border: 1px solid var(--line); border-radius: 9px; }
.source figcaption {
  display: flex; align-items: center; justify-content: space-between; gap: 10px; padding: 6px 6px 6px 12px;
  background: var(--raised); color: var(--dim); font-size: 12.5px;
}
.source pre, .report { max-height: 340px; padding: 11px 13px; line-height: 1.55; }
.report { max-height: 460px; border: 1px solid var(--line); border-radius: 9px; background: var(--ground); }
.source pre { background: var(--surface); }
.meter {
  display: inline-block; width: 84px; height: 6px; overflow: hidden; border-radius: 3px;
  background: var(--line);
}
.meter.wide { width: 100%; height: 8px; border-radius: 4px; }
.meter span { display: block; height: 100%; border-radius: inherit; background: var(--accent); }
.meter.full span { background: var(--good); }
.tabs { display: flex; gap: 18px; border-bottom: 1px solid var(--line); }
.tabs a { padding: 6px 0; margin-bottom: -1px; border-bottom: 2px solid transparent; color: var(--dim); }
.tabs a[aria-current] { border-color: var(--accent); color: var(--text); font-weight: 600; }

/* Tables */
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 13px; }
th {
  padding: 6px 14px 6px 0; border-bottom: 1px solid var(--line); color: var(--dim); font-size: 12px;
  font-weight: 500; text-align: left; white-space: nowrap;
}
td { padding: 7px 14px 7px 0; border-bottom: 1px solid var(--line); vertical-align: baseline; }
td .id { display: block; margin-top: 2px; }
td.tight, td :is(.method, .result) { white-space: nowrap; }
td:last-child, th:last-child { padding-right: 0; }
tr:last-child td { border-bottom: 0; }

/* The table of routes */
.view-routes {
  display: grid; grid-template-columns: minmax(0, 1fr); grid-template-rows: auto minmax(0, 1fr);
  overflow: hidden; padding: 0;
}
.tools { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 12px; padding: 14px 20px 10px; }
.fields { display: flex; flex-wrap: wrap; gap: 4px; }
.told { margin-left: auto; color: var(--dim); font-size: 13px; }
.split { display: grid; grid-template-columns: minmax(0, 1fr); min-height: 0; }
.opened .split { grid-template-columns: minmax(0, 1fr) minmax(400px, 34%); }
.holder { position: relative; min-height: 0; min-width: 0; border-top: 1px solid var(--line); }
.grid {
  position: absolute; inset: 0; overflow: auto; background: var(--surface); font-size: 13px;
  scrollbar-gutter: stable;
}
.grid:focus-visible { outline-offset: -2px; border-radius: 0; }
.grid[aria-busy] .rows { opacity: .6; }
.notice {
  position: absolute; left: 50%; bottom: 18px; z-index: 3; max-width: calc(100% - 40px); padding: 8px 16px;
  border-radius: 9px; background: var(--text); color: var(--ground); font-size: 13px; box-shadow: var(--shadow);
  transform: translateX(-50%);
}
.nothing { position: absolute; inset: 60px 0 auto; pointer-events: none; }
.nothing .empty { pointer-events: auto; }
.head { position: sticky; top: 0; z-index: 2; background: var(--surface); border-bottom: 1px solid var(--line); }
.rows { position: relative; overflow: hidden; }
.grid .row {
  display: grid;
  grid-template-columns:
    44px 104px minmax(200px, 2.4fr) minmax(120px, 1.5fr) minmax(120px, 1.4fr) minmax(110px, 1.2fr)
    72px 56px 66px minmax(136px, 1fr);
  gap: 14px;
  align-items: center;
  height: var(--row);
  padding: 0 20px;
}
.uncounted .grid .row {
  grid-template-columns:
    44px 104px minmax(200px, 2.4fr) minmax(120px, 1.4fr) minmax(120px, 1.3fr) minmax(110px, 1fr) minmax(130px, 1.1fr);
}
.uncounted :is(.grid, .fields) .counts { display: none; }
.opened .grid .row, .opened.uncounted .grid .row {
  grid-template-columns: 44px 104px minmax(160px, 2fr) minmax(110px, 1.2fr) minmax(100px, 1fr);
}
.opened .grid :is(.gates, .counts, .file) { display: none; }
.head .row { height: var(--head); color: var(--dim); font-size: 12px; font-weight: 500; }
.rows .row {
  position: absolute; inset: 0 0 auto;
  border-bottom: 1px solid color-mix(in srgb, var(--line) 60%, transparent); cursor: pointer; contain: strict;
}
.rows .row:hover { background: var(--raised); }
.rows .row.active { box-shadow: inset 3px 0 var(--accent); }
.rows .row[aria-selected="true"] { background: var(--accent-soft); }
.rows .row > div { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.rows .row .methods, .rows .row .chips { flex-wrap: nowrap; }
.rows .waiting::before { content: ""; grid-column: 3; height: 8px; border-radius: 4px; background: var(--raised); }
.rows .waiting > div { display: none; }
.row .number { text-align: right; }
.row .rank { color: var(--dim); }
.row .id bdi, .row .target bdi { font: 12.5px var(--mono); }
.row .file, .row .file bdi { color: var(--dim); }
.arrow { margin-right: 5px; color: var(--dim); }
.head button {
  display: inline-flex; gap: 4px; height: 24px; align-items: center; font-size: 12px; font-weight: 500;
  color: inherit;
}
.head button:hover { color: var(--text); }
.head [aria-sort$="ending"] { color: var(--text); }
.head [aria-sort="ascending"] button::after { content: "↑" / ""; }
.head [aria-sort="descending"] button::after { content: "↓" / ""; }
.panel {
  position: relative; display: grid; grid-template-columns: minmax(0, 1fr); grid-auto-rows: max-content;
  gap: 14px; align-content: start; overflow: auto; padding: 20px 22px 40px; border: 1px solid var(--line);
  border-width: 1px 0 0 1px; background: var(--surface);
}
.panel h2 { padding-right: 32px; }
.panel h2 .methods { vertical-align: 1px; margin-right: 4px; }
.panel h2 .pattern { font-size: 15px; }
.identity, .actions { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 14px; }
.identity { margin-top: -8px; color: var(--dim); }
.panel h3 { margin: 8px 0 -6px; }
.close { position: absolute; top: 14px; right: 14px; width: 32px; height: 32px; border-radius: 7px; color: var(--dim); }
.close:hover { background: var(--raised); color: var(--text); }

/* Try a URL */
.try-form { display: grid; grid-template-columns: 110px minmax(0, 1fr) 200px; gap: 12px; }
.view-try .problem { margin-top: 10px; }
.view-try .result { display: grid; gap: 24px; margin-top: 22px; }
.view-try section > h2 { margin-bottom: 12px; }
.walk { position: relative; }
.step {
  position: relative; display: grid; grid-template-columns: 88px minmax(0, 1fr); gap: 12px;
  padding: 0 0 18px 26px;
}
.step::before {
  content: ""; position: absolute; left: 4px; top: 5px; z-index: 1; width: 11px; height: 11px;
  border: 2px solid var(--strong-line); border-radius: 50%; background: var(--ground);
}
.step:not(:last-child)::after {
  content: ""; position: absolute; left: 9px; top: 16px; bottom: -6px; width: 1px;
  background: var(--strong-line);
}
.step:last-child { padding-bottom: 0; }
.step.good::before { border-color: var(--good); background: var(--good); }
.step.bad::before { border-color: var(--bad); background: var(--bad); }
.step.warning::before { border-color: var(--warn); background: var(--warn); }
.step.gate::before { border-radius: 3px; border-color: var(--accent); }
.step.hop::before { border-color: var(--capture); }
.step, .step .how { color: var(--text); }
.step .what { color: var(--dim); }
.how { display: grid; grid-template-columns: minmax(0, 1fr); gap: 3px; }
.step:not(:last-child) .how { display: block; }
.values { display: grid; gap: 2px; margin-top: 6px; }
.values div { display: flex; gap: 10px; }
.values dt { min-width: 70px; }
.copies { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 24px 32px; align-items: start; }

/* Reloads */
.timeline { display: grid; gap: 6px; }
.timeline .day { margin: 6px 0; color: var(--dim); font-size: 12px; font-weight: 600; }
.timeline li { position: relative; }
.timeline li::before {
  content: ""; position: absolute; left: 12px; top: 15px; width: 8px; height: 8px; border-radius: 50%;
  background: var(--strong-line);
}
.timeline li.good::before { background: var(--good); }
.timeline li.bad::before { background: var(--bad); }
.timeline a {
  display: grid; grid-template-columns: 68px minmax(0, 1fr) auto; gap: 0 10px; padding: 8px 12px 8px 32px;
  border-radius: 9px; color: var(--text);
}
.timeline a:hover { background: var(--raised); text-decoration: none; }
.timeline a[aria-current] { background: var(--accent-soft); }
.timeline .when { white-space: nowrap; }
.timeline .cost { color: var(--dim); font-size: 12.5px; }
.timeline .bad .outcome { color: var(--bad); }
.timeline .summary { grid-column: 2 / 4; color: var(--dim); font-size: 12.5px; }
.amounts { display: inline-flex; gap: 10px; font-weight: 600; }
.plan { display: grid; gap: 10px; }
.change {
  display: grid; grid-template-columns: minmax(0, 1fr); gap: 4px; padding: 11px 14px;
  border: 1px solid var(--line); border-left: 3px solid var(--strong-line); border-radius: 9px;
  color: var(--text);
}
.change.bad { border-left-color: var(--bad); }
.change.bad .badge { background: var(--bad-soft); color: var(--bad); }
.change.good { border-left-color: var(--good); }
.change.good .badge { background: var(--good-soft); color: var(--good); }
.change.warning { border-left-color: var(--warn); }
.change.warning .badge { background: var(--warn-soft); color: var(--warn); }
.kind, .request, .sides { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 12px; }

/* Interceptors */
.picker { display: grid; gap: 8px; }
.picker h2 { color: var(--dim); font-size: 12px; font-weight: 600; }
.picker ul + h2 { margin-top: 12px; }
.picker a {
  display: grid; grid-template-columns: minmax(0, 1fr) auto 84px; gap: 12px; align-items: center;
  padding: 8px 12px; border-radius: 9px; color: var(--text);
}
.picker a:hover { background: var(--raised); text-decoration: none; }
.picker .policy a { grid-template-columns: minmax(0, 1fr) auto; }
.picker a[aria-current] { background: var(--accent-soft); }
.picker a > :last-child { justify-self: end; font-size: 12.5px; white-space: nowrap; }

/* Graph */
.view-graph {
  display: grid; grid-template-columns: minmax(0, 1fr); grid-template-rows: auto auto minmax(0, 1fr);
  padding: 0;
}
.graph-content { min-height: 0; padding: 0 20px 30px; }
.found { display: grid; gap: 2px; max-width: 660px; padding: 0 20px; }
.found:not(:empty) { padding-bottom: 14px; }
.found a { display: flex; gap: 10px; align-items: center; padding: 5px 8px; border-radius: 7px; color: var(--text); }
.found a:hover, .found a:focus-visible { background: var(--raised); text-decoration: none; }
.found li:not(:has(a)) { padding: 5px 8px; }
.node-title { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 14px; margin-bottom: 10px; }
.node-title h2 { font-size: 14px; }
.canvas {
  position: relative; height: clamp(320px, 58vh, 720px); overflow: hidden; border: 1px solid var(--line);
  border-radius: 12px; background: var(--surface);
}
.picture { display: block; width: 100%; height: 100%; cursor: grab; touch-action: pan-y; user-select: none; }
.picture:active { cursor: grabbing; }
.zoom { position: absolute; right: 12px; bottom: 12px; display: flex; gap: 6px; }
.edge path { fill: none; stroke: var(--strong-line); stroke-width: 1.3; }
marker path { fill: var(--strong-line); }
.edge:hover path { stroke: var(--accent); stroke-width: 2; }
.node rect { fill: var(--surface); stroke: var(--line); }
.node:hover rect:first-of-type { stroke: var(--strong-line); }
.node.center rect:first-of-type { fill: var(--accent-soft); stroke: var(--accent); }
.node:focus-visible { outline: none; }
.node:focus-visible rect:first-of-type { stroke: var(--accent); stroke-width: 2.5; }
.node .stripe { stroke: none; fill: var(--strong-line); }
.node.route .stripe { fill: var(--accent); }
.node.interceptor .stripe { fill: var(--warn); }
.node.module .stripe, .node.protocol .stripe { fill: var(--capture); }
.node.handler .stripe { fill: var(--good); }
.node text { fill: var(--text); }
.node .kind-text { fill: var(--dim); font: 10.5px var(--sans); }
.node .label { font: 12px var(--mono); }
.lists { margin-top: 22px; }
.plainlist { display: grid; gap: 4px; }
.lists h3 { margin-bottom: 6px; }

/* Coverage */
.cards {
  display: grid; grid-template-columns: repeat(auto-fit, minmax(min(320px, 100%), 1fr)); gap: 18px;
  margin-bottom: 28px;
}
.card {
  display: grid; gap: 8px; align-content: start; padding: 18px 20px; border: 1px solid var(--line);
  border-radius: 12px; background: var(--surface); text-align: left;
}
.cards.kinds { grid-template-columns: repeat(auto-fill, minmax(160px, 1fr)); }
.kinds .card { width: 100%; gap: 2px; }
.kinds .card:hover { border-color: var(--accent); }
.figure { font-size: 26px; font-weight: 650; line-height: 1.2; letter-spacing: -.02em; }
.kind-name { color: var(--dim); }
.units { display: grid; gap: 4px; margin-top: 4px; font-size: 13px; }
.units div { display: flex; justify-content: space-between; }
.units dt { color: var(--dim); }
.view-coverage h2 + .scroll { margin-top: 8px; }

/* Fleet */
.faults { display: grid; gap: 8px; }
.faults:has(.verdict) { margin-bottom: 20px; }
.view-fleet .cards { display: block; margin-bottom: 10px; columns: 3 300px; column-gap: 18px; }
.view-fleet .cards > .card { margin-bottom: 18px; break-inside: avoid; }
.view-fleet .figure .dim { font-size: 14px; font-weight: 400; letter-spacing: 0; }
.view-fleet .tools { padding: 0 0 12px; }
.view-fleet h2 + .scroll { margin-top: 8px; }
.view-fleet .card .facts > div { grid-template-columns: 76px minmax(0, 1fr); }
.stack { display: flex; gap: 1px; height: 8px; overflow: hidden; border-radius: 4px; background: var(--line); }
.stack span { min-width: 4px; background: var(--strong-line); }
.stack .good { background: var(--good); }
.stack .warn { background: var(--warn); }
.stack .bad { background: var(--bad); }
.states { display: flex; flex-wrap: wrap; gap: 6px; }
.states button {
  padding: 2px 9px; border: 1px solid var(--line); border-radius: 7px; background: var(--surface); font-size: 13px;
}
.states button:hover { border-color: var(--strong-line); }
.states button[aria-pressed="true"] { border-color: var(--accent); background: var(--accent-soft); }
.states button span { font-weight: 650; }
.command { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 10px; }
.instances { margin-bottom: 28px; }
.instances .col-why { white-space: pre-wrap; }
.instances :is(.col-state, .col-serves, .col-build, .col-registry, .col-reported) { white-space: nowrap; }
.instances tr.open td { border-bottom: 0; }
.instances .details > td { padding: 0 0 14px; }

/* The token */
dialog {
  width: min(420px, calc(100% - 40px)); padding: 26px; border: 1px solid var(--line); border-radius: 14px;
  background: var(--surface); color: var(--text); box-shadow: var(--shadow);
}
dialog::backdrop { background: rgb(10 14 24 / 45%); }
dialog form { display: grid; gap: 10px; }
dialog label { font-weight: 600; }
dialog button { justify-self: start; margin-top: 6px; }

@media (max-width: 1100px) {
  .grid .row {
    grid-template-columns: 44px 104px minmax(200px, 2.4fr) minmax(120px, 1.4fr) minmax(120px, 1.3fr) 76px 56px;
  }
  .uncounted .grid .row {
    grid-template-columns: 44px 104px minmax(200px, 2.4fr) minmax(120px, 1.4fr) minmax(120px, 1.3fr);
  }
  .grid .gates, .grid .file, .grid .counts:nth-child(9) { display: none; }
  .opened .grid .row, .opened.uncounted .grid .row { grid-template-columns: 104px minmax(140px, 1fr); }
  .opened .grid :is(.rank, .id, .target) { display: none; }
}

@media (max-width: 980px) {
  .bar { flex-wrap: wrap; gap: 0 14px; height: auto; padding: 10px 14px 0; }
  .bar nav {
    order: 3; flex-basis: 100%; height: 40px; margin: 0 -14px; padding: 0 6px; overflow-x: auto;
    scrollbar-width: none;
  }
  .brand { flex: 1; }
  .columns, .columns.narrow-wide, .copies { grid-template-columns: minmax(0, 1fr); }
}

@media (max-width: 760px) {
  :root { --row: 60px; --head: 0px; }
  main { padding: 18px 14px 40px; }
  .tools { padding: 10px 14px; }
  .told { margin-left: 0; }
  .fields { flex-wrap: nowrap; max-width: 100%; overflow-x: auto; scrollbar-width: none; }
  .try-form { grid-template-columns: 96px minmax(0, 1fr); }
  .try-form .wide { grid-column: 1 / -1; grid-row: 1; }
  .step { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .head { height: 0; overflow: hidden; border: 0; }
  .grid .row, .uncounted .grid .row, .opened .grid .row, .opened.uncounted .grid .row {
    grid-template-columns: auto minmax(0, 1fr) auto; grid-template-rows: 22px 18px; align-content: center;
    gap: 2px 8px; padding: 0 14px;
  }
  .grid .row > .url { grid-area: 1 / 2 / 2 / 4; }
  .grid .row > .verbs { grid-area: 1 / 1; }
  .grid .row > .id { display: block; grid-area: 2 / 1 / 3 / 3; }
  .grid .row > .counts:nth-child(7) { grid-area: 2 / 3; font-size: 12px; }
  .grid .row :is(.rank, .target, .gates, .errors, .file), .grid .row > .counts:nth-child(9) { display: none; }
  .row .id bdi { color: var(--dim); font-size: 12px; }
  .opened .panel { position: fixed; inset: 0; z-index: 5; border: 0; }
  .opened .split { grid-template-columns: minmax(0, 1fr); }
  .facts-pane { padding: 16px; }
  .instances table { min-width: 0; }
  .instances :is(.col-serves, .col-generation, .col-build, .col-registry, .col-reported) { display: none; }
  .facts > div { grid-template-columns: minmax(0, 1fr); gap: 0; }
  table { min-width: 560px; font-size: 12.5px; }
  .fields .chip { flex: none; }
}

@media (prefers-reduced-motion: reduce) {
  *, ::before, ::after { animation: none !important; transition: none !important; }
}

@media (forced-colors: active) {
  .dot, .step::before, .timeline li::before, .meter span { forced-color-adjust: none; }
  .rows .row[aria-selected="true"], [aria-current] { outline: 1px solid; outline-offset: -1px; }
}

"""###
        ),
        (
            "app.js",
###"""
// The frame of the page: which view is open, what the service is doing, and the token.

import { ask, isAway, onTokenNeeded, setToken } from "./api.js";
import { announce, counted, h, name, permalink, plain, show } from "./dom.js";
import { CoverageView } from "./coverage.js";
import { FleetView } from "./fleet.js";
import { GraphView } from "./graph.js";
import { GatesView } from "./gates.js";
import { ReloadsView } from "./reloads.js";
import { RoutesView } from "./routes.js";
import { TryView } from "./explain.js";

const VIEWS = [
  { key: "routes", also: "route", title: "Routes", View: RoutesView },
  { key: "try", title: "Try a URL", View: TryView },
  { key: "reloads", title: "Reloads", View: ReloadsView },
  { key: "gates", title: "Interceptors", View: GatesView },
  { key: "graph", title: "Graph", View: GraphView },
  { key: "coverage", title: "Coverage", View: CoverageView },
  // Where there is a fleet.
  { key: "fleet", title: "Fleet", View: FleetView },
];

const main = document.getElementById("view");
const app = {
  /** The last overview of the service. */
  overview: null,
  /** Changes the address without a step of the history, so that it stays a permalink. */
  replace(address) {
    history.replaceState(null, "", address);
  },
};
let current = null;

/** Returns the view, the identifier and the query of the address. */
function place() {
  const [path, query] = location.hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  const [key, ...rest] = path.split("/");
  let id = null;
  try {
    id = rest.length ? decodeURIComponent(rest.join("/")) : null;
  } catch {
    /* A cut permalink opens its view. */
  }
  const view = VIEWS.find((one) => one.key === key || one.also === key) ?? VIEWS[0];
  return { view, key: key || "routes", id, query: new URLSearchParams(query ?? "") };
}

function navigate() {
  const where = place();
  if (current?.key !== where.view.key) {
    current?.view.close?.();
    const opened = main.childElementCount > 0;
    main.className = `view-${where.view.key}`;
    main.replaceChildren();
    current = { key: where.view.key, view: new where.view.View(main, app) };
    if (opened) announce(where.view.title);
    markView(where.view);
  }
  current.view.show(where);
}

function markView(view) {
  for (const link of document.querySelectorAll("#views a")) {
    if (link.dataset.key === view.key) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  entitle(view.title);
}

function entitle(title) {
  document.title = [title, app.overview?.name, "Waybill"]
    .filter(Boolean)
    .map((text) => plain(text, 60))
    .join(" · ");
}

// The service

const PERIOD = 1000;
const LONGEST = 8000;
let delay = PERIOD;
let timer = 0;
let away = false;
let counts = 0;

async function poll() {
  clearTimeout(timer);
  try {
    const overview = await ask("overview");
    const returned = away;
    if (returned) came();
    delay = PERIOD;
    if (overview !== app.overview || returned) changed(overview, returned);
    else if (overview.counting && ++counts % 3 === 0) current?.view.counted?.();
    if (overview.fleet) current?.view.polled?.();
  } catch (error) {
    if (!isAway(error)) console.error(error);
    lost(error);
  }
  if (!document.hidden) timer = setTimeout(poll, delay);
}

function lost(error) {
  const seconds = delay / 1000;
  away = true;
  banner(
    "away",
    "warning",
    h("strong", null, isAway(error) ? "The service does not answer." : plain(error.message)),
    ` What you see is from before. Next try in ${seconds} s.`,
    h("button", { type: "button", class: "quiet", on: { click: poll } }, "Try now"),
  );
  mark("away", "no connection");
  delay = Math.min(delay * 2, LONGEST);
}

function came() {
  away = false;
  banner("away");
  announce("The service answers again.");
}

/** Shows a new overview. After the service was away, the view loads again what it may have missed. */
function changed(overview, returned) {
  const before = app.overview;
  app.overview = overview;
  document.getElementById("service").textContent = plain(overview.name ?? "", 40);
  document.querySelector("#views [data-key=fleet]").parentElement.hidden = !overview.fleet;
  entitle(VIEWS.find((one) => one.key === current?.key)?.title);
  state(overview);
  refusal(overview, before?.refusal);
  if (!before) current?.view.opened?.(overview);
  if (!before && !returned) return;
  const same = !returned && before.generation === overview.generation && before.startedAt === overview.startedAt;
  if (!same && !returned)
    announce(`Generation ${overview.generation} is loaded: ${counted(overview.routes, "route")}.`);
  current?.view.changed?.(overview, same);
}

function state({ refusal, generation, problems }) {
  if (refusal) return mark("bad", generation ? "save rejected" : "not loaded");
  const count = problems.errors + problems.warnings;
  mark(count ? "warning" : "good", `generation ${generation}${count ? ` · ${counted(count, "problem")}` : ""}`);
}

function mark(kind, text) {
  document.getElementById("dot").className = `dot ${kind}`;
  document.getElementById("state-text").textContent = text;
}

/** Says that the files are not what is shown. Before the first valid set nothing is shown. */
function refusal({ refusal: now, generation }, before) {
  if (!now) return banner("refusal");
  if (now.number === before?.number && now.at === before?.at) return;
  const title = generation ? "The last save was rejected." : "The manifests have errors, so there is no table yet.";
  const link = h("a", { href: permalink("reloads", now.number) }, "Show the problems");
  banner("refusal", "bad", h("strong", null, title), " ", name(now.summary, null, 300), link);
}

/** Shows a banner below the bar in place of the one of the same key; without content it goes. */
function banner(key, kind, ...content) {
  const id = `banner-${key}`;
  document.getElementById(id)?.remove();
  if (!content.length) return;
  document
    .getElementById("banners")
    .append(
      h("div", { id, class: `banner ${kind}`, role: key === "away" ? "status" : "alert" }, h("p", null, content)),
    );
}

// The token

onTokenNeeded(
  (reason) =>
    new Promise((resolve) => {
      const input = tokenInput();
      const form = tokenForm(reason, input);
      const dialog = h("dialog", { class: "token", "aria-label": "Token" }, form);
      const close = () => {
        if (!input.value.trim()) return dialog.showModal();
        setToken(input.value.trim());
        dialog.remove();
        resolve();
      };
      dialog.addEventListener("cancel", (event) => event.preventDefault());
      dialog.addEventListener("close", close);
      document.body.append(dialog);
      dialog.showModal();
    }),
);

const tokenInput = () =>
  h("input", {
    id: "token",
    type: "password",
    autocomplete: "off",
    spellcheck: "false",
    required: true,
    "aria-describedby": "token-help",
  });

/** The form only closes its dialog: nothing is sent, which the page's policy would forbid. */
function tokenForm(reason, input) {
  const help = "The token of the operators' endpoint. It stays in this tab, and is forgotten with it.";
  const submit = (event) => {
    event.preventDefault();
    event.target.closest("dialog").close();
  };
  return h(
    "form",
    { method: "dialog", on: { submit } },
    h("h1", null, "This service asks for a token"),
    reason && h("p", { class: "bad", role: "alert" }, reason),
    h("label", { for: "token" }, "Token"),
    input,
    h("p", { class: "dim", id: "token-help" }, help),
    h("button", { type: "submit", class: "primary" }, "Open"),
  );
}

// Keys

function pressed(event) {
  const typing = event.target.closest?.("input, textarea, select, dialog");
  if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const field = main.querySelector("[data-search]");
  if (!field) return;
  event.preventDefault();
  field.focus();
  field.select();
}

show(
  document.getElementById("views"),
  VIEWS.map((view) =>
    h("li", { hidden: view.key === "fleet" }, h("a", { href: `#/${view.key}`, data: { key: view.key } }, view.title)),
  ),
);
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
addEventListener("hashchange", navigate);
addEventListener("keydown", pressed);
document.addEventListener("visibilitychange", () => document.hidden || poll());
navigate();
poll();

"""###
        ),
        (
            "coverage.js",
###"""
// Coverage: what tests and real requests reached.

import { ask, askRows, isAway } from "./api.js";
import {
  copyButton,
  count,
  counted,
  empty,
  failure,
  gateLink,
  h,
  name,
  permalink,
  place,
  routeLink,
  show,
  table,
} from "./dom.js";

const PAGE = 100;

/** The view. */
export class CoverageView {
  constructor(main) {
    Object.assign(this, { totals: h("div"), list: h("div"), most: PAGE });
    show(
      main,
      h("h1", null, "Coverage"),
      h("p", { class: "lead" }, "What the tests of the manifests and the requests since the start reached."),
      this.totals,
      this.list,
    );
  }

  show() {
    this.load();
  }

  changed() {
    this.load();
  }

  /** Requests change the totals alone; somebody who is among them with the keyboard stays there. */
  async counted() {
    if (this.totals.contains(document.activeElement)) return;
    const answer = await ask("coverage", { offset: 0, limit: 1 }).catch(() => null);
    if (answer) show(this.totals, cards(answer));
  }

  async load() {
    try {
      const { answer, rows } = await askRows("coverage", {}, "uncovered", this.most);
      show(this.totals, cards(answer));
      show(
        this.list,
        missing(rows, answer.total, () => this.more(rows.length)),
      );
    } catch (error) {
      if (!isAway(error)) show(this.list, failure(error));
    }
  }

  more(count) {
    this.most = count + PAGE;
    this.load();
  }
}

function cards({ tests, kinds, results, requests }) {
  const text = tests.total ? "units are covered by a test" : "units: there is nothing to cover";
  return h(
    "div",
    { class: "cards" },
    card("Tests", tests.covered, tests.total, text, [units(kinds), passed(results)]),
    requests ? requestCard(requests) : noRequests(),
  );
}

function requestCard({ reached, total }) {
  const link = () =>
    h(
      "a",
      { href: permalink("routes", null, { q: "unrequested:yes" }) },
      `Show the ${counted(total - reached, "route")} that nobody requested`,
    );
  return card(
    "Requests",
    reached,
    total,
    "routes were requested since the start",
    reached < total && h("p", null, link()),
  );
}

const noRequests = () =>
  h(
    "section",
    { class: "card" },
    h("h2", null, "Requests"),
    h("p", { class: "dim" }, "A folder receives no requests. The inspector of a service shows what they reach."),
  );

function card(title, value, all, text, more) {
  const share = all ? value / all : 0;
  const bar = h(
    "div",
    { class: `meter wide ${share === 1 ? "full" : ""}`, role: "img", "aria-label": `${value} of ${all}` },
    h("span", null),
  );
  bar.firstChild.style.width = `${100 * share}%`;
  // Only what is complete is 100 %.
  const percent = share === 1 ? 100 : Math.min(99.9, Math.floor(share * 1000) / 10);
  return h(
    "section",
    { class: "card" },
    h("h2", null, title),
    h("p", { class: "figure" }, `${percent} %`),
    bar,
    h("p", { class: "dim" }, `${count(value)} of ${count(all)} ${text}`),
    more,
  );
}

const units = (kinds) =>
  h(
    "dl",
    { class: "units" },
    Object.entries(kinds ?? {})
      .filter(([, share]) => share.total)
      .map(([kind, share]) =>
        h(
          "div",
          null,
          h("dt", null, kind),
          h(
            "dd",
            { class: share.covered < share.total ? "warn" : "good" },
            `${count(share.covered)} / ${count(share.total)}`,
          ),
        ),
      ),
  );

const passed = (results) =>
  results &&
  h(
    "p",
    { class: results.failed ? "bad" : "dim" },
    results.failed
      ? `${counted(results.failed, "test")} of ${count(results.failed + results.passed)} failed`
      : `${counted(results.passed, "test")} passed`,
  );

const owner = (row) => (row.route ? routeLink(row.route) : row.interceptor ? gateLink(row.interceptor) : "");

function missing(rows, total, more) {
  if (!total)
    return empty(
      "Tests cover everything",
      "Each route, interceptor, tag and constrained capture is covered by a test.",
    );
  const columns = [
    ["What", (row) => row.kind, "dim tight"],
    ["Not covered", (row) => name(row.text, null, 300)],
    ["Of", owner],
    ["Place", (row) => place(row.file, row.line), "tight"],
    ["Proposal", (row) => row.test && copyButton("Copy test", () => row.test)],
  ];
  return [
    h("h2", null, `${counted(total, "unit")} without a test`),
    table("Units without a test", columns, rows, total, more),
  ];
}

"""###
        ),
        (
            "dom.js",
###"""
// Builds the page. Every text of a manifest is data: it becomes text nodes only, with invisible characters written out.

/**
 * Creates an element. Of the keys of `props`, `on` has listeners by event, and `data` a data set; others are
 * attributes, and `true` is one without a value. Children that are null or false are left out.
 * @param {string} tag
 * @param {Record<string, any> | null} [props]
 * @param {...any} children
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  fill(element, props, children);
  return element;
}

/** Creates an SVG element. */
export function s(tag, props, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fill(element, props, children);
  return element;
}

function fill(element, props, children) {
  for (const [key, value] of Object.entries(props ?? {})) {
    if (value == null || value === false) continue;
    if (key === "on") for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    else if (key === "data") Object.assign(element.dataset, value);
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...children.flat(3).filter((child) => child != null && child !== false));
}

/** Replaces the content of an element. Children that are null or false are left out. */
export function show(element, ...children) {
  element.replaceChildren(...children.flat(3).filter((child) => child != null && child !== false));
}

// Characters that change the order of text, or that nobody sees.
const INVISIBLE = new RegExp(
  "[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202f" +
    "\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb]" +
    "|[\\ud800-\\udbff](?![\\udc00-\\udfff])|(?<![\\ud800-\\udbff])[\\udc00-\\udfff]",
  "g",
);

const escaped = (character) => `‹U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}›`;

/** Returns a text with its invisible characters written out, for attributes. */
export const plain = (text, most = 300) => {
  const all = String(text ?? "");
  return all.slice(0, most).replace(INVISIBLE, escaped) + (all.length > most ? "…" : "");
};

/** Returns a name as an element of its own direction: invisible characters written out, cut after `most` characters. */
export function name(text, props = null, most = 200) {
  const all = String(text ?? "");
  const element = h(
    "bdi",
    { ...props, title: props?.title ?? (all.length > 24 ? plain(all, 500) : null) },
    visible(all.slice(0, most)),
  );
  if (all.length > most) element.append(h("span", { class: "cut" }, `… ${count(all.length)} characters`));
  return element;
}

/** Returns a text like `name`, with a button that shows the rest. */
export function longName(text, props = null) {
  const all = String(text ?? "");
  const element = name(all, props, 400);
  if (all.length <= 400) return element;
  const button = h(
    "button",
    { type: "button", class: "link", on: { click: () => show(element, visible(all.slice(0, 20000))) } },
    "Show more",
  );
  return h("span", null, element, " ", button);
}

function visible(text) {
  const parts = [];
  let last = 0;
  for (const match of text.matchAll(INVISIBLE)) {
    parts.push(text.slice(last, match.index), h("span", { class: "escape" }, escaped(match[0])));
    last = match.index + match[0].length;
  }
  return [...parts, text.slice(last)];
}

/** Returns a URL pattern with its captures and wildcards colored. */
export function pattern(text, most = 200) {
  const all = String(text ?? "");
  const parts = [];
  const cut = all.slice(0, most);
  let last = 0;
  for (const match of cut.matchAll(/(?<=[/.:@])(:[A-Za-z_][\w-]*[?*+]?|\*\*?(?:[A-Za-z_][\w-]*)?)|\{[^}/]*\}/g)) {
    parts.push(
      visible(cut.slice(last, match.index)),
      h("span", { class: match[0][0] === "*" ? "wild" : "capture" }, match[0]),
    );
    last = match.index + match[0].length;
  }
  const element = h(
    "bdi",
    { class: "pattern", title: all.length > 40 ? plain(all, 500) : null },
    parts,
    visible(cut.slice(last)),
  );
  if (all.length > most) element.append(h("span", { class: "cut" }, `… ${count(all.length)} characters`));
  return element;
}

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Returns the badges of methods; a route without a list answers every method. At most `most` are shown. */
export function methods(list, most = 6) {
  const all = list?.length ? list : ["any"];
  const shown = all
    .slice(0, most)
    .map((method) =>
      h("span", { class: `method ${METHODS.has(method) ? method.toLowerCase() : "other"}` }, plain(method, 16)),
    );
  if (all.length > most)
    shown.push(h("span", { class: "method other", title: plain(all.join(" ")) }, `+${all.length - most}`));
  return h("span", { class: "methods" }, shown);
}

/** Returns a permalink of a view. */
export const permalink = (view, id, query = {}) => {
  const fields = new URLSearchParams(
    Object.entries(query).filter(([, value]) => value != null && value !== ""),
  ).toString();
  return `#/${view}${id == null ? "" : `/${encodeURIComponent(id)}`}${fields ? `?${fields}` : ""}`;
};

/** Returns a link to the details of a route. */
export const routeLink = (id, text = id) =>
  h("a", { class: "mono", href: permalink("route", id) }, name(text, null, 120));

/** Whether a route has the id that it gets from its pattern, which says nothing more. */
export const hasOwnId = ({ id, url }) => id !== url && !id.endsWith(` ${url}`);

/** Returns a link to what an interceptor covers. */
export const gateLink = (id) => h("a", { class: "mono", href: permalink("gates", id) }, name(id, null, 80));

/** Returns the link that tries an example request. */
export const tryLink = (example, text) =>
  h(
    "a",
    {
      class: "try",
      href: permalink("try", null, { url: example.url, method: example.method, tag: example.tags?.join(",") }),
    },
    text ?? "Try",
  );

/** Returns where something is declared, as `file:line`. */
export const place = (file, line) =>
  file ? name(`${file}:${line}`, { class: "mono place" }, 160) : h("span", { class: "dim" }, "–");

const NUMBER = new Intl.NumberFormat("en-US");
export const count = (value) => (value == null ? "–" : NUMBER.format(value));
export const counted = (value, one, many = `${one}s`) => `${count(value)} ${value === 1 ? one : many}`;

/** Returns a duration in milliseconds as people write it. */
export const duration = (ms) =>
  ms == null
    ? "–"
    : ms < 10
      ? `${ms.toFixed(1)} ms`
      : ms < 1000
        ? `${Math.round(ms)} ms`
        : `${(ms / 1000).toFixed(1)} s`;
export const bytes = (value) =>
  value == null ? "–" : value < 1048576 ? `${Math.round(value / 1024)} KiB` : `${(value / 1048576).toFixed(0)} MiB`;

const two = (value) => String(value).padStart(2, "0");
export const clock = (date) => `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
export const day = (date) => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** Returns a point in time: the clock today, with the day otherwise, and the exact time as a title. */
export function time(text) {
  if (!text) return h("span", { class: "dim" }, "never");
  const date = new Date(text);
  const shown = day(date) === day(new Date()) ? clock(date) : `${day(date)} ${clock(date)}`;
  return h("time", { datetime: text, title: `${date.toISOString()} (${ago(date)})` }, shown);
}

function ago(date) {
  const seconds = Math.max(0, Math.round((Date.now() - date) / 1000));
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} min ago`;
  return seconds < 86400 ? `${Math.round(seconds / 3600)} h ago` : counted(Math.round(seconds / 86400), "day") + " ago";
}

/** Returns a button that copies a text, and says so. */
export function copyButton(label, text) {
  const button = h(
    "button",
    {
      type: "button",
      class: "quiet",
      on: {
        click: async () => {
          button.textContent = (await copy(text())) ? "Copied" : "Select and copy it below";
          announce(button.textContent);
          setTimeout(() => (button.textContent = label), 1600);
        },
      },
    },
    label,
  );
  return button;
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = h("textarea", { class: "unseen", "aria-hidden": "true" });
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

/** Does something that replaces elements, and gives the keyboard back to the one that has the same id. */
export function keepingFocus(element, act) {
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  act();
  if (!focused || document.activeElement === focused) return;
  const same = focused.isConnected ? focused : focused.id && document.getElementById(focused.id);
  if (same) same.focus({ preventScroll: true });
}

/** Makes some elements the children of another one. Those that are there stay in their place. */
export function reconcile(parent, children) {
  const wanted = new Set(children);
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove();
  let place = parent.firstElementChild;
  for (const child of children) {
    if (child === place) place = place.nextElementSibling;
    else parent.insertBefore(child, place);
  }
}

/** Says a text to a screen reader. */
export function announce(text) {
  document.getElementById("live").textContent = plain(text);
}

/** Returns a definition list of pairs; pairs without a value are left out. */
export const facts = (...pairs) =>
  h(
    "dl",
    { class: "facts" },
    pairs
      .filter((pair) => pair && pair[1] != null)
      .map(([term, value]) => h("div", null, h("dt", null, term), h("dd", null, value))),
  );

/** Returns a message that fills the place of content. */
export const empty = (title, text) =>
  h("div", { class: "empty" }, h("p", { class: "title" }, title), text && h("p", null, text));

/** Returns the message of a failed request, with its place for another try. */
export const failure = (error) =>
  h(
    "div",
    { class: "empty bad", role: "alert" },
    h("p", { class: "title" }, error.title ?? "This cannot be shown"),
    h("p", null, plain(error.message)),
  );

/**
 * Returns a table of rows that were counted: `columns` are `[title, row => content, class?]`.
 * `more` asks for the next rows, and is offered while `rows` are fewer than `total`.
 */
export function table(label, columns, rows, total = rows.length, more = null) {
  const body = h(
    "tbody",
    null,
    rows.map((row) =>
      h(
        "tr",
        null,
        columns.map(([title, cell, kind]) => h("td", { class: kind, data: { title } }, cell(row))),
      ),
    ),
  );
  const head = h(
    "thead",
    null,
    h(
      "tr",
      null,
      columns.map(([title, , kind]) => h("th", { scope: "col", class: kind }, title)),
    ),
  );
  const rest = total - rows.length;
  return h(
    "div",
    { class: "scroll", role: "region", "aria-label": label, tabindex: 0 },
    h("table", null, h("caption", { class: "unseen" }, label), head, body),
    rest > 0 &&
      more &&
      h("button", { type: "button", class: "more", on: { click: more } }, `Show more (${count(rest)} left)`),
  );
}

/** On a narrow screen, details are below the list from which they were chosen: shows them. */
export function bring(details) {
  if (matchMedia("(max-width: 980px)").matches) details.scrollIntoView({ block: "start" });
}

/** Calls `act` after calls have stopped for `ms`. The returned function has `cancel`. */
export function debounced(act, ms) {
  let timer = 0;
  const call = (...values) => {
    clearTimeout(timer);
    timer = setTimeout(act, ms, ...values);
  };
  call.cancel = () => clearTimeout(timer);
  return call;
}

"""###
        ),
        (
            "explain.js",
###"""
// Try a URL: the walk of one request, as `waybill explain` finds it.

import { ask, isAborted, isAway } from "./api.js";
import {
  announce,
  copyButton,
  debounced,
  empty,
  gateLink,
  h,
  hasOwnId,
  longName,
  methods,
  name,
  pattern,
  permalink,
  place,
  routeLink,
  show,
  table,
} from "./dom.js";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];

const INPUT = { class: "mono", autocomplete: "off", autocapitalize: "off", spellcheck: "false" };

/** The view. */
export class TryView {
  constructor(main, app) {
    Object.assign(this, { app, answer: null, abort: null });
    const on = { input: () => this.typed() };
    this.method = h("input", { ...INPUT, id: "try-method", list: "try-methods", on });
    this.url = h("input", {
      ...INPUT,
      id: "try-url",
      inputmode: "url",
      placeholder: "/path or https://host/path?query",
      data: { search: "" },
      on,
    });
    this.tags = h("input", { ...INPUT, id: "try-tags", placeholder: "none", on });
    this.problem = h("p", { class: "problem", role: "alert" });
    this.result = h("div", { class: "result" });
    this.later = debounced(() => this.ask(), 100);
    this.build(main);
  }

  build(main) {
    const field = (label, input, kind) =>
      h("div", { class: `control ${kind}` }, h("label", { for: input.id }, label), input);
    const known = METHODS.map((method) => h("option", { value: method }));
    show(
      main,
      h("h1", null, "Try a URL"),
      h("p", { class: "lead" }, "Follows one request as the service would, without running its code. Nothing is sent."),
      h(
        "form",
        { class: "try-form", on: { submit: (event) => event.preventDefault() } },
        field("Method", this.method, "short"),
        field("URL", this.url, "wide"),
        field("Tags", this.tags, "medium"),
        h("datalist", { id: "try-methods" }, known),
      ),
      this.problem,
      this.result,
    );
  }

  show({ query }) {
    this.url.value = query.get("url") ?? "";
    this.method.value = query.get("method") ?? "GET";
    this.tags.value = query.getAll("tag").join(",");
    this.ask();
    if (!this.url.value) this.url.focus({ preventScroll: true });
  }

  changed() {
    this.ask();
  }

  close() {
    this.later.cancel();
    this.abort?.abort();
  }

  get request() {
    return {
      url: this.url.value.trim(),
      method: this.method.value.trim().toUpperCase(),
      tag: this.tags.value.split(/[\s,]+/).filter(Boolean),
    };
  }

  typed() {
    const { url, method, tag } = this.request;
    this.app.replace(permalink("try", null, { url, method: method === "GET" ? null : method, tag: tag.join(",") }));
    this.later();
  }

  async ask() {
    this.abort?.abort();
    this.problem.textContent = "";
    const { request } = this;
    if (!request.url) return this.hint();
    this.abort = new AbortController();
    try {
      const answer = await ask("explain", request, this.abort.signal);
      if (answer === this.answer) return;
      this.answer = answer;
      show(this.result, explanation(answer, request));
      announce(headline(answer.explain).text);
    } catch (error) {
      if (!isAborted(error) && !isAway(error)) this.refuse(error);
    }
  }

  refuse(error) {
    this.answer = null;
    this.problem.textContent = error.message;
    show(this.result);
  }

  hint() {
    this.answer = null;
    const text = "You see where it goes, what runs before it, and why similar routes do not serve it.";
    show(this.result, empty("Type a URL", text));
  }
}

/** What happened, in a word, a sentence and a color. */
function headline(explain) {
  const { outcome, rejection, route, fallback, location, allowedMethods } = explain;
  if (outcome === "invalid-url" || outcome === "invalidURL") return { kind: "bad", text: "This is not a URL." };
  if (rejection) return { kind: "bad", text: `Rejected by interceptor ${rejection.by}.` };
  if (route && location != null) return { kind: "info", text: `The client is redirected by ${route.id}.` };
  if (route)
    return { kind: "good", text: explain.hops.length ? `Forwarded to ${route.id}.` : `Served by ${route.id}.` };
  if (fallback) return { kind: "warning", text: "No route matches: the fallback serves it." };
  return { kind: "bad", text: allowedMethods ? "The routes of this URL answer other methods." : "No route matches." };
}

function explanation(answer, request) {
  const { explain } = answer;
  const { kind, text } = headline(explain);
  return [
    h("p", { class: `verdict ${kind}` }, name(text, null, 300)),
    h(
      "div",
      { class: "columns" },
      h("section", { "aria-labelledby": "walk" }, h("h2", { id: "walk" }, "The walk"), walk(answer, request)),
      h(
        "section",
        { "aria-labelledby": "losers" },
        h("h2", { id: "losers" }, "Why not another route"),
        losers(explain.candidates),
      ),
    ),
    h(
      "section",
      { class: "copies", "aria-label": "Copies" },
      snippet("As a test", "Copy as test", answer.test),
      snippet("As curl", "Copy as curl", answer.curl),
    ),
  ];
}

const step = (kind, title, ...content) =>
  h("li", { class: `step ${kind}` }, h("span", { class: "what" }, title), h("div", { class: "how" }, content));

/** The request, then each URL on its way with the interceptors that run there, and the end. */
function walk({ explain, steps, method, remarks }, request) {
  const items = [
    step(
      "start",
      "Request",
      methods(method ? [method] : []),
      " ",
      longName(explain.url, { class: "mono" }),
      views(request.tag),
    ),
  ];
  for (const visit of steps) {
    for (const id of visit.interceptors) items.push(step("gate", "Interceptor", gateLink(id)));
    if (visit.hop)
      items.push(
        step(
          "hop",
          "Hop",
          by(visit.hop.by),
          own(visit.route, visit.pattern),
          " leads to ",
          longName(visit.hop.to, { class: "mono" }),
        ),
      );
  }
  if (explain.problem) items.push(step("bad", "Problem", name(explain.problem, null, 400)));
  items.push(
    explain.rejection ? step("bad", "Rejected", name(explain.rejection.reason, null, 400)) : end(explain, steps.at(-1)),
  );
  return [h("ol", { class: "walk" }, items), remarks?.map((text) => h("p", { class: "warn" }, name(text, null, 400)))];
}

function views(tags) {
  return tags.length
    ? h(
        "span",
        { class: "dim" },
        " in the view ",
        tags.map((tag) => h("span", { class: "chip" }, name(tag, null, 40))),
      )
    : null;
}

/** A hop says `route x` or `interceptor x`; the name becomes a link. */
function by(text) {
  const [, kind, id] = /^(route|interceptor) (.*)$/s.exec(text) ?? [];
  if (kind === "route") return h("span", null, "route ", routeLink(id));
  if (kind === "interceptor") return h("span", null, "interceptor ", gateLink(id));
  return name(text, null, 120);
}

/** The pattern that a route matched with, if its id does not say it. */
const own = (id, url) => id && url && hasOwnId({ id, url }) && [" ", pattern(url)];

function end(explain, last) {
  const { route, fallback, location, allowedMethods } = explain;
  if (!route && fallback) return step("warning", "Fallback", target(fallback));
  if (!route) {
    const status = allowedMethods ? 405 : 404;
    return step("bad", "No route", `The answer is ${status}, unless another part of the service serves it.`);
  }
  return step(
    "good",
    location == null ? "Route" : "Redirect",
    h("div", null, routeLink(route.id), own(route.id, last?.pattern)),
    location == null ? target(route) : h("div", null, "to ", longName(location, { class: "mono" })),
    h("div", null, place(route.file, route.line)),
    values(explain),
  );
}

const target = ({ handler, module, redirect }) => {
  const [kind, text] = handler
    ? ["handler", handler]
    : module
      ? ["module", module]
      : ["forward", typeof redirect === "string" ? redirect : redirect?.to];
  return text == null ? null : h("div", null, h("span", { class: "dim" }, `${kind} `), name(text, { class: "mono" }));
};

function values({ parameters, query }) {
  const rows = [
    ...Object.entries(parameters).map(([key, value]) => [`:${key}`, value, "capture"]),
    ...(query ?? []).map(([key, value]) => [`?${key}`, value, "dim"]),
  ];
  if (!rows.length) return null;
  return h(
    "dl",
    { class: "values" },
    rows.map(([key, value, kind]) =>
      h(
        "div",
        null,
        h("dt", { class: `mono ${kind}` }, name(key, null, 60)),
        h("dd", null, longName(value, { class: "mono" })),
      ),
    ),
  );
}

function losers(candidates) {
  if (!candidates.length) return h("p", { class: "dim" }, "No other route comes close.");
  const columns = [
    ["Route", (one) => routeLink(one.route)],
    ["Reason", (one) => name(one.lost, null, 300)],
  ];
  if (candidates.some((one) => one.url)) columns.splice(1, 0, ["Pattern", (one) => pattern(one.url)]);
  return table("Routes that do not serve it", columns, candidates);
}

const snippet = (title, label, text) =>
  text
    ? h(
        "figure",
        { class: "source" },
        h(
          "figcaption",
          null,
          title,
          copyButton(label, () => text),
        ),
        h("pre", { tabindex: 0 }, name(text, { class: "code", title: "" }, 4000)),
      )
    : null;

"""###
        ),
        (
            "facts.js",
###"""
// The facts of one route.

import {
  copyButton,
  count,
  counted,
  facts,
  gateLink,
  h,
  longName,
  methods,
  name,
  pattern,
  permalink,
  place,
  routeLink,
  table,
  time,
  tryLink,
} from "./dom.js";

/** Everything that is known about one route. */
export function routeFacts(route, overview) {
  return [
    h("h2", null, methods(route.methods), " ", pattern(route.url, 400)),
    identity(route),
    route.summary && h("p", null, longName(route.summary)),
    h(
      "p",
      { class: "actions" },
      route.example && tryLink(route.example, "Try it"),
      h("a", { href: permalink("graph", `route:${route.id}`) }, "Show in the graph"),
    ),
    facts(
      ["Goes to", destination(route)],
      ["Precedence", `${count(route.rank)} of ${count(overview?.routes)}`],
      ["Priority", route.priority || null],
      ["Patterns", route.patterns.length > 1 ? list(route.patterns, (each) => pattern(each, 400)) : null],
      ["Constraints", list(route.constraints, constraint)],
      ["Interceptors", interceptors(route)],
      ["Tags", list(route.tags, (tag) => h("span", { class: "chip" }, name(tag, null, 60)))],
      ["Traffic", traffic(route, overview)],
      ["Linked from", list(route.linkedFrom, link)],
    ),
    h("h3", null, "Declared"),
    source(route.source),
    h("h3", null, "Tests"),
    tests(route.tests),
  ];
}

/** A list of facts; null if it is empty. */
const list = (items, content) =>
  items.length
    ? h(
        "ul",
        null,
        items.map((item) => h("li", null, content(item))),
      )
    : null;

const identity = ({ id }) =>
  h(
    "p",
    { class: "identity" },
    longName(id, { class: "mono" }),
    copyButton("Copy id", () => id),
  );

const destination = ({ kind, status, target, handler }) => {
  const word = [kind, status].filter(Boolean).join(" ");
  return h("span", null, h("span", { class: "dim" }, `${word} `), longName(target ?? handler, { class: "mono" }));
};

const constraint = ({ parameter, text }) =>
  h("span", { class: "mono" }, h("span", { class: "capture" }, `:${parameter}`), " ", name(text, null, 400));

const link = ({ kind, id, file, line }) => [
  h("span", { class: "dim" }, `${kind} `),
  kind === "rewrite" ? gateLink(id) : routeLink(id),
  " ",
  place(file, line),
];

function interceptors(route) {
  const items = list(route.interceptors, (id) => [gateLink(id), partly(route, id)]);
  return items ?? h("span", { class: "dim" }, "none: nothing runs before this route");
}

/** Whether an interceptor runs for a part of the requests only, as one for another scheme does. */
const partly = (route, id) => route.partial.includes(id) && h("span", { class: "dim" }, " for some requests");

/** The requests of a route; null if nobody counts. */
export function traffic(route, overview) {
  if (!overview?.counting) return null;
  return h("span", { class: "traffic" }, route.requests ? requested(route) : neverRequested(route));
}

function neverRequested({ unrequestedSince }) {
  const since = unrequestedSince == null ? "the start" : `generation ${unrequestedSince}`;
  return h("span", { class: "warn" }, `Nobody has requested this route since ${since}.`);
}

function requested({ requests, errors, last }) {
  const faults = h("span", { class: errors ? "bad" : null }, counted(errors, "error"));
  return [counted(requests, "request"), ", ", faults, ", last ", time(last)];
}

function source({ file, line, text }) {
  return h(
    "figure",
    { class: "source" },
    h(
      "figcaption",
      null,
      place(file, line),
      copyButton("Copy place", () => `${file}:${line}`),
    ),
    text && h("pre", { tabindex: 0 }, name(text, { class: "code" }, 4000)),
  );
}

function tests(list) {
  if (!list?.length) return h("p", { class: "warn" }, "No test covers this route.");
  return table(
    "Tests of this route",
    [
      ["Test", (test) => name(test.name, null, 120)],
      ["Place", (test) => place(test.file, test.line)],
      [
        "Result",
        (test) =>
          test.state ? h("span", { class: test.state === "failed" ? "result bad" : "result good" }, test.state) : "",
      ],
    ],
    list.slice(0, 50),
  );
}

"""###
        ),
        (
            "fleet.js",
###"""
// The fleet: what each instance serves and why not what it should, what is published, and by whom.

import { ask, isAway } from "./api.js";
import {
  announce,
  bytes,
  copyButton,
  count,
  counted,
  empty,
  facts,
  failure,
  h,
  keepingFocus,
  name,
  show,
  table,
  time,
} from "./dom.js";
import { filter, groups, instanceLink, instances, InstanceTable, requests, short, STATES } from "./instances.js";

const PAGE = 100;

/** A part of the view. It is drawn again only when what it shows has changed, and the keyboard stays where it is. */
class Part {
  constructor(tag = "div", props = null) {
    this.element = h(tag, props);
  }

  update(value, draw) {
    const sign = JSON.stringify(value) ?? "";
    if (sign === this.sign) return;
    this.sign = sign;
    keepingFocus(this.element, () => show(this.element, draw(value)));
  }
}

/** The view. */
export class FleetView {
  constructor(main, app) {
    Object.assign(this, { main, app, answer: null, lines: [], q: "", open: null, most: PAGE, isAsking: false });
    for (const part of ["lead", "fault", "alarms", "totals", "published", "rollout", "code", "store", "past", "rest"])
      this[part] = new Part();
    this.age = h("p", { class: "dim" });
    this.table = new InstanceTable((each) => this.choose(each === this.open ? null : each));
    this.told = h("p", { class: "told", role: "status" });
    this.problem = h("p", { class: "problem", role: "alert" });
    this.content = h("div", { hidden: true });
    this.build();
  }

  build() {
    const parts = [this.totals, this.published, this.rollout, this.code, this.store].map((part) => part.element);
    for (const element of parts) element.className = "card";
    this.lead.element.className = "lead";
    this.fault.element.setAttribute("role", "status");
    this.alarms.element.setAttribute("role", "status");
    show(
      this.content,
      h("div", { class: "cards" }, parts),
      this.tools(),
      this.table.element,
      this.rest.element,
      this.past.element,
    );
    show(
      this.main,
      h("h1", null, "Fleet"),
      this.lead.element,
      h("div", { class: "faults" }, this.fault.element, this.age, this.alarms.element),
      this.content,
    );
  }

  tools() {
    this.input = h("input", {
      id: "fleet-filter",
      type: "search",
      class: "mono",
      placeholder: "Filter by names, or by state:behind set:3f2a build:0c5e ready:no",
      autocomplete: "off",
      spellcheck: "false",
      data: { search: "" },
      on: { input: () => this.filter(this.input.value), keydown: (event) => this.pressed(event) },
    });
    return h(
      "div",
      { class: "tools" },
      h("label", { for: "fleet-filter", class: "unseen" }, "Filter"),
      h("div", { class: "field" }, this.input, h("kbd", { "aria-hidden": "true" }, "/")),
      this.told,
      this.problem,
    );
  }

  // What the frame calls

  show({ id, query }) {
    const isNew = id !== this.open;
    Object.assign(this, { open: id, q: query.get("q") ?? "" });
    if (document.activeElement !== this.input) this.input.value = this.q;
    if (this.answer) this.draw();
    this.load().then(
      () => isNew && id && document.getElementById(`instance-${id}`)?.scrollIntoView({ block: "center" }),
    );
  }

  opened() {
    this.load();
  }

  changed() {
    this.load();
  }

  /** The frame has asked the service, a second after the last time. */
  polled() {
    this.load();
  }

  close() {
    this.isClosed = true;
  }

  // The data

  /** A store that does not answer keeps one question waiting, and not one for each second. */
  async load() {
    this.tellAge();
    if (this.isAsking) return;
    this.isAsking = true;
    try {
      const answer = await ask("fleet");
      if (!this.isClosed && answer !== this.answer) this.arrived(answer);
    } catch (error) {
      const none = empty("There is no fleet here", "This service takes its manifests from files.");
      if (!this.isClosed && !isAway(error)) this.refuse(error.status === 404 ? none : failure(error));
    } finally {
      this.isAsking = false;
    }
  }

  refuse(message) {
    this.answer = null;
    this.content.hidden = true;
    this.fault.update(String(Date.now()), () => [message]);
  }

  arrived(answer) {
    const before = this.answer?.overview;
    this.answer = answer;
    this.lines = answer.overview ? instances(answer.overview) : [];
    if (before && answer.overview) this.tell(before, answer.overview);
    this.draw();
  }

  /** Says to a screen reader what somebody who sees the page notices. */
  tell(before, now) {
    const number = ({ current }) => current?.number ?? 0;
    const bad = ({ instances: all }) =>
      all.filter((each) => each.state === "unbound" || each.state === "rejected").length;
    const late = ({ instances: all }) => all.filter((each) => !each.isCurrent).length;
    if (number(now) !== number(before)) announce(`Number ${number(now)} is published.`);
    else if (bad(now) > bad(before)) announce(`${counted(bad(now), "instance")} refuse the set.`);
    else if (late(before) && !late(now)) announce(`All ${counted(now.instances.length, "instance")} are current.`);
  }

  // The filter and the facts of one instance

  get address() {
    return instanceLink(this.open, this.q);
  }

  filter(text) {
    this.q = text;
    this.most = PAGE;
    this.app.replace(this.address);
    this.draw();
  }

  /** Adds a term to the filter, or takes it away. */
  toggle(term) {
    const terms = this.q.split(/\s+/).filter(Boolean);
    const rest = terms.filter((each) => each !== term);
    this.input.value = (rest.length < terms.length ? rest : [...terms, term]).join(" ");
    this.filter(this.input.value);
  }

  choose(open) {
    this.open = open;
    this.app.replace(this.address);
    this.draw();
  }

  pressed(event) {
    if (event.key === "Escape" && this.input.value) {
      this.input.value = "";
      this.filter("");
    } else if (event.key === "ArrowDown" || event.key === "Enter") this.table.body.querySelector("button")?.focus();
    else return;
    event.preventDefault();
  }

  // Drawing

  draw() {
    const { answer, lines } = this;
    if (!answer) return;
    const overview = answer.overview;
    this.lead.update(answer.address, (address) => [name(address, { class: "mono" })]);
    this.fault.update(answer.fault, (fault) => (fault ? faultBanner(fault, overview) : []));
    this.tellAge();
    this.content.hidden = !overview;
    if (!overview) return;
    const { current: pointer, alarms, history } = overview;
    const [builds, registries] = [groups(lines, "build"), groups(lines, "registry")];
    this.alarms.update(alarms, alarmBanner);
    this.totals.update([states(lines), this.q], ([all]) => totals(all, this.q, (term) => this.toggle(term)));
    this.published.update([pointer, answer.address], () => published(pointer, answer.address));
    const share = pointer?.rollout && progress(lines, pointer);
    this.rollout.element.hidden = !share;
    this.rollout.update([share, answer.address], () => (share ? rollout(share, answer.address) : []));
    this.code.update([builds, registries], () => code(builds, registries, (term) => this.toggle(term)));
    this.store.update(overview.storage, store);
    this.past.update([history, answer.address], () => past(history ?? [], pointer, answer.address));
    this.drawTable({ open: this.open, pointer, builds, registries });
  }

  drawTable(context) {
    const { keeps, problem } = filter(this.q);
    const kept = this.lines.filter(keeps);
    const rows = kept.slice(0, this.most);
    const open = this.lines.find((each) => each.name === this.open);
    // A permalink shows its instance, whatever the filter keeps.
    if (open && !rows.includes(open)) rows.unshift(open);
    this.table.show(rows, context);
    this.problem.textContent = problem;
    const all = this.lines.length;
    this.told.textContent =
      kept.length === all ? counted(all, "instance") : `${count(kept.length)} of ${counted(all, "instance")}`;
    this.rest.update([kept.length, rows.length, all], () => this.more(kept.length, all));
  }

  more(kept, all) {
    if (!all)
      return [empty("No instance reports", "An instance reports when it starts with the address of this fleet.")];
    if (!kept)
      return [
        empty(
          "No instance matches this filter",
          this.button("clear", "Clear the filter", () => this.clear(), "link"),
        ),
      ];
    if (kept <= this.most) return [];
    const next = () => {
      this.most += PAGE * 5;
      this.draw();
    };
    return [this.button("more", `Show more (${count(kept - this.most)} left)`, next, "more")];
  }

  clear() {
    this.input.value = "";
    this.filter("");
    this.input.focus();
  }

  button(id, title, click, kind) {
    return h("button", { type: "button", id: `fleet-${id}`, class: kind, on: { click } }, title);
  }

  /** The age of an old overview goes on; nobody wants to hear that each second. */
  tellAge() {
    const { fault, readAt } = this.answer ?? {};
    const seconds = Math.max(0, Math.round((Date.now() - new Date(readAt)) / 1000));
    show(this.age, fault && readAt && ["What you see was read at ", time(readAt), `, ${count(seconds)} s ago.`]);
  }
}

const faultBanner = (fault, overview) => [
  h(
    "p",
    { class: "verdict bad" },
    overview ? "The store of the fleet does not answer. " : "The fleet cannot be read. ",
    h("span", { class: "dim" }, name(fault, null, 1000)),
  ),
];

const alarmBanner = (alarms) =>
  alarms.length
    ? [
        h(
          "p",
          { class: "verdict warning" },
          `etcd has the alarm ${alarms.join(", ")}: writes may fail. `,
          h("span", { class: "dim" }, "Instances serve on; pushes and reports are refused."),
        ),
      ]
    : [];

/** How many instances are in each state. */
function states(lines) {
  const counts = Object.fromEntries(Object.keys(STATES).map((state) => [state, 0]));
  for (const { state } of lines) counts[state] += 1;
  return counts;
}

function totals(counts, q, toggle) {
  const terms = q.split(/\s+/);
  const all = Object.values(counts).reduce((sum, each) => sum + each, 0) - counts.gone;
  const bar = h("div", { class: "stack", role: "img", "aria-label": `${counts.current} of ${all} are current` });
  for (const [state, value] of Object.entries(counts)) {
    if (!value) continue;
    const part = h("span", { class: STATES[state].kind });
    part.style.flexGrow = value;
    bar.append(part);
  }
  const chip = ([state, value]) => {
    const term = `state:${state}`;
    const props = {
      type: "button",
      id: `fleet-${state}`,
      title: `An instance that ${STATES[state].words}`,
      on: { click: () => toggle(term) },
    };
    const kind = value ? STATES[state].kind : "dim";
    return h(
      "li",
      null,
      h(
        "button",
        { ...props, "aria-pressed": String(terms.includes(term)) },
        h("span", { class: kind }, count(value)),
        ` ${state}`,
      ),
    );
  };
  const shown = Object.entries(counts).filter(([state, value]) => value || state !== "gone");
  return [
    h("h2", null, "Instances"),
    h("p", { class: "figure" }, count(counts.current), h("span", { class: "dim" }, ` of ${count(all)} are current`)),
    bar,
    h("ul", { class: "states" }, shown.reverse().map(chip)),
  ];
}

/** A command to type. The page only reads. */
function command(id, text) {
  const button = copyButton("Copy", () => text);
  button.id = `fleet-copy-${id}`;
  button.setAttribute("aria-label", `Copy '${text}'`);
  return h("p", { class: "command" }, h("code", null, text), button);
}

/** The address of a fleet, as a shell takes it. */
const quoted = (address) => (/^[\w@%+=:,./-]+$/.test(address) ? address : `'${address.replaceAll("'", "'\\''")}'`);

function published(pointer, address) {
  if (!pointer)
    return [
      h("h2", null, "Published"),
      h("p", { class: "dim" }, "Nothing is published here yet."),
      command("push", `waybill push Routes --to ${quoted(address)}`),
    ];
  return [
    h("h2", null, `Number ${pointer.number}`),
    facts(
      ["Set", short(pointer.set)],
      ["Digest", h("code", null, name(pointer.digest))],
      ["When", time(pointer.at)],
      ["Who", name(pointer.by, null, 80)],
      ["Why", pointer.message && name(pointer.message, null, 400)],
      ["Commit", pointer.commit && short(pointer.commit)],
      ["Plan", pointer.plan && name(pointer.plan, null, 400)],
    ),
    pointer.number > 1 &&
      !pointer.rollout && [
        h("p", { class: "dim" }, "To go back to the set before:"),
        command("back", `waybill rollback --to ${quoted(address)}`),
      ],
  ];
}

const percent = (share) => `${share / 100} %`;

/** How far a rollout is, and how requests end on both sides. */
function progress(lines, { set, rollout: { set: next, share } }) {
  const side = (wanted) => {
    const members = lines.filter((line) => line.wanted === wanted);
    const total = { requests: 0, errors: 0, notFound: 0 };
    for (const { report } of members) for (const key of Object.keys(total)) total[key] += report?.health?.[key] ?? 0;
    return { set: wanted, members: members.length, current: members.filter((line) => line.isCurrent).length, total };
  };
  return { share, sides: [side(next), side(set)] };
}

function rollout({ share, sides }, address) {
  const bar = h(
    "div",
    { class: "meter wide", role: "img", "aria-label": `${percent(share)} of the instances` },
    h("span", null),
  );
  bar.firstChild.style.width = percent(share).replace(" ", "");
  const row = (title, { set, members, current, total }) => [
    title,
    h("span", null, short(set), `: ${count(current)} of ${counted(members, "instance")} current; `, requests(total)),
  ];
  return [
    h("h2", null, "Rollout"),
    h("p", { class: "figure" }, percent(share)),
    bar,
    facts(row("New set", sides[0]), row("Set before", sides[1])),
    h("p", { class: "dim" }, "To take it back:"),
    command("end", `waybill rollback --to ${quoted(address)}`),
  ];
}

function code(builds, registries, toggle) {
  const part = (title, key, all) => {
    const one = ([digest, members], index) => {
      const id = digest.slice(0, 12);
      const props = {
        type: "button",
        class: "link",
        id: `fleet-${key}-${id}`,
        title: `Show the instances with this ${key}`,
        on: { click: () => toggle(`${key}:${id}`) },
      };
      return h(
        "li",
        null,
        h("button", props, h("code", { class: index ? "warn" : null }, id)),
        h("span", { class: "dim" }, ` ${counted(members, "instance")}`),
      );
    };
    return [title, all.length ? h("ul", null, all.slice(0, 20).map(one)) : h("span", { class: "dim" }, "not reported")];
  };
  const differ = [
    [builds, "builds"],
    [registries, "registries"],
  ].filter(([all]) => all.length > 1);
  const words = differ.map(([all, what]) => `${count(all.length)} ${what}`).join(" and ");
  return [
    h("h2", null, "Code"),
    words
      ? h("p", { class: "warn" }, `The instances run ${words}.`)
      : h("p", { class: "dim" }, "All instances run the same code."),
    facts(part("Build", "build", builds), part("Registry", "registry", registries)),
  ];
}

const store = (storage) => [h("h2", null, "etcd"), h("p", { class: "dim" }, `It stores ${bytes(storage)}.`)];

function past(history, pointer, address) {
  if (!history.length) return [];
  const again = (each) =>
    each.set !== pointer?.set &&
    command(`number-${each.number}`, `waybill rollback ${each.number} --to ${quoted(address)}`);
  const columns = [
    ["Number", (each) => count(each.number), "tight"],
    ["When", (each) => time(each.at), "tight"],
    ["Who", (each) => name(each.by, null, 60)],
    [
      "Set",
      (each) => [
        short(each.set),
        each.rollout && [h("span", { class: "dim" }, ` and ${percent(each.rollout.share)} `), short(each.rollout.set)],
      ],
    ],
    [
      "Why",
      (each) => [
        each.message && name(each.message, null, 300),
        each.plan && h("span", { class: "id dim" }, name(each.plan, null, 200)),
      ],
    ],
    ["To publish it again", again],
  ];
  return [h("h2", null, "The last changes"), table("The last changes", columns, history)];
}

"""###
        ),
        (
            "gates.js",
###"""
// Interceptors and policies: what each covers, and what it does not.

import { ask, askRows, isAway } from "./api.js";
import {
  bring,
  count,
  counted,
  empty,
  failure,
  h,
  hasOwnId,
  methods,
  name,
  pattern,
  permalink,
  place,
  show,
  table,
  tryLink,
} from "./dom.js";

const PAGE = 100;

/** The view. */
export class GatesView {
  constructor(main) {
    Object.assign(this, { gates: [], total: 0, policies: [], file: null, chosen: null, part: "missed" });
    this.list = h("nav", { class: "picker", "aria-label": "Interceptors and policies" });
    this.details = h("section", { class: "facts-pane", "aria-label": "Coverage of the interceptor" });
    show(
      main,
      h("h1", null, "Interceptors"),
      h("p", { class: "lead" }, "Which routes an interceptor runs before, and which it does not cover."),
      h("div", { class: "columns narrow-wide" }, this.list, this.details),
    );
  }

  async show({ id, query }) {
    this.chosen = id ?? this.chosen;
    this.part = query.get("of") === "covered" ? "covered" : "missed";
    await this.load();
    if (id) bring(this.details);
  }

  changed(overview, isSameGeneration) {
    if (!isSameGeneration) this.load();
  }

  async load() {
    try {
      const [{ interceptors, total }, { policies, file }] = await Promise.all([ask("interceptors"), ask("policies")]);
      Object.assign(this, { gates: interceptors, total, policies, file });
      this.chosen ??= interceptors[0]?.id ?? (policies.length ? policyKey(0) : null);
      this.draw();
      await this.open();
    } catch (error) {
      if (!isAway(error)) show(this.list, failure(error));
    }
  }

  draw() {
    const { gates, policies } = this;
    const none = (text) => h("p", { class: "dim" }, text);
    show(
      this.list,
      h("h2", null, counted(gates.length, "interceptor")),
      gates.length
        ? h(
            "ul",
            null,
            gates.map((one) => this.gate(one)),
          )
        : none("None is declared."),
      h("h2", null, counted(policies.length, "policy", "policies")),
      policies.length
        ? h(
            "ul",
            null,
            policies.map((one, index) => this.policy(one, index)),
          )
        : none("None: '.waybill.yaml' demands nothing of routes."),
    );
  }

  link(key, ...content) {
    return h("a", { href: permalink("gates", key), "aria-current": key === this.chosen ? "true" : null }, content);
  }

  gate(one) {
    const { total } = this;
    const bar = meter(one.covers, total, `covers ${one.covers} of ${counted(total, "route")}`);
    const share = one.misses === 0 ? "all" : `${count(one.covers)} / ${count(total)}`;
    const title = h("span", { class: "mono" }, name(one.id, null, 60));
    return h("li", null, this.link(one.id, title, bar, h("span", { class: "dim" }, share)));
  }

  policy(one, index) {
    const badge = h("span", { class: `badge ${one.holds ? "good" : "bad"}` }, one.holds ? "holds" : "broken");
    return h("li", { class: "policy" }, this.link(policyKey(index), h("span", null, name(one.text, null, 120)), badge));
  }

  open() {
    const gate = this.gates.find(({ id }) => id === this.chosen);
    if (gate) return this.openGate(gate, PAGE);
    const index = this.policies.findIndex((_, at) => policyKey(at) === this.chosen);
    if (index >= 0) return show(this.details, policyFacts(this.policies[index], index, this.file));
    const nothing = empty("Nothing to show", "No interceptor and no policy is declared.");
    const gone = empty("This interceptor is no longer declared", "A reload removed it.");
    show(this.details, this.chosen === null ? nothing : gone);
  }

  async openGate(gate, most) {
    const { part } = this;
    const { answer, rows } = await askRows("interceptor", { id: gate.id, of: part }, "routes", most);
    if (this.chosen !== gate.id || this.part !== part) return;
    const more = () => this.openGate(gate, rows.length + PAGE);
    show(this.details, gateTitle(gate), partTabs(gate, part), covered(part, rows, answer.total, more));
  }
}

function gateTitle(one) {
  const patterns = one.patterns.slice(0, 4).map((each) => [pattern(each), " "]);
  return [
    h("h2", { class: "mono" }, name(one.id, null, 200)),
    one.summary && h("p", null, name(one.summary, null, 400)),
    h(
      "p",
      { class: "dim" },
      one.kind,
      one.code && [" ", name(one.code, { class: "mono" }, 80)],
      " for ",
      patterns.length ? patterns : "every URL ",
      " · ",
      place(one.file, one.line),
    ),
  ];
}

function partTabs(gate, part) {
  const tab = (of, text) =>
    h("a", { href: permalink("gates", gate.id, { of }), "aria-current": part === of ? "true" : null }, text);
  return h(
    "nav",
    { class: "tabs", "aria-label": "Lists" },
    tab("missed", `Not covered (${count(gate.misses)})`),
    tab("covered", `Covered (${count(gate.covers)})`),
  );
}

function covered(part, rows, total, more) {
  const isMissed = part === "missed";
  if (!total) return empty(isMissed ? "It covers every route" : "It covers no route");
  const example = (row) => row.example && tryLink(row.example, name(row.example.url, { class: "mono" }, 60));
  const columns = [
    ["Methods", (row) => methods(row.methods)],
    ["Route", routeCell],
    ["Example request", example],
  ];
  if (rows.some((row) => row.reason)) columns.push(["Why", (row) => name(row.reason ?? "", null, 200)]);
  return table(isMissed ? "Routes that it does not cover" : "Routes that it covers", columns, rows, total, more);
}

/** The pattern, and the id if it says more. */
const routeCell = (row) => [
  h("a", { href: permalink("route", row.id) }, pattern(row.url)),
  hasOwnId(row) && h("span", { class: "id dim" }, name(row.id, { class: "mono" }, 120)),
];

const policyKey = (index) => `policy:${index + 1}`;

function meter(value, all, label) {
  const bar = h("span", { class: "meter", role: "img", "aria-label": label }, h("span", null));
  bar.firstChild.style.width = `${all ? (100 * value) / all : 0}%`;
  return bar;
}

function policyFacts(one, index, file) {
  return [
    h("h2", null, `Policy ${index + 1}`, file && h("span", { class: "dim mono" }, " ", name(file, null, 120))),
    h(
      "p",
      { class: `verdict ${one.holds ? "good" : "bad"}` },
      one.holds ? "It holds" : "It does not hold",
      one.covers == null ? "." : ` · it is about ${counted(one.covers, "route")}.`,
    ),
    h("p", null, name(one.text, null, 2000)),
    one.because && h("p", { class: "dim" }, "because ", name(one.because, null, 1000)),
    broken(one.diagnostics),
  ];
}

function broken(list) {
  const columns = [
    ["Place", (each) => place(each.file, each.line)],
    [
      "What breaks it",
      (each) =>
        h(
          "span",
          null,
          name(each.message, null, 400),
          each.witness && h("span", null, " ", tryLink(each.witness, "Try")),
        ),
    ],
    ["Fix", (each) => name(each.help ?? "", null, 300)],
  ];
  return list?.length ? table("What breaks the policy", columns, list) : null;
}

"""###
        ),
        (
            "graph.js",
###"""
// The graph: what leads to a node, and where it leads.

import { ask, isAborted, isAway } from "./api.js";
import { announce, count, counted, debounced, empty, failure, h, name, permalink, place, plain, show } from "./dom.js";
import { labelOf, layout, Picture } from "./picture.js";

/** The view. */
export class GraphView {
  constructor(main) {
    Object.assign(this, { node: null, steps: 1, answer: null, kind: null });
    this.search = h("input", {
      id: "graph-search",
      type: "search",
      class: "mono",
      placeholder: "Find a route, interceptor, handler, module …",
      autocomplete: "off",
      spellcheck: "false",
      "aria-controls": "graph-found",
      data: { search: "" },
      on: { input: () => this.find(), keydown: (event) => this.pressed(event) },
    });
    const options = [1, 2].map((value) => h("option", { value }, counted(value, "step")));
    this.depth = h("select", { id: "graph-depth", on: { change: () => this.go() } }, options);
    const on = { keydown: (event) => walkList(event, this.found, this.search) };
    this.found = h("ul", { id: "graph-found", class: "found", "aria-label": "Nodes found", on });
    this.content = h("div", { class: "graph-content" });
    this.find = debounced(() => this.load(), 100);
    this.build(main);
  }

  build(main) {
    show(
      main,
      h("h1", { class: "unseen" }, "Graph"),
      h(
        "div",
        { class: "tools" },
        h("label", { for: "graph-search", class: "unseen" }, "Find a node"),
        h("div", { class: "field" }, this.search, h("kbd", { "aria-hidden": "true" }, "/")),
        h("div", { class: "control inline" }, h("label", { for: "graph-depth" }, "Depth"), this.depth),
      ),
      this.found,
      this.content,
    );
  }

  show({ id, query }) {
    Object.assign(this, { node: id || null, steps: query.get("depth") === "2" ? 2 : 1, answer: null });
    this.depth.value = String(this.steps);
    this.draw();
  }

  changed(overview, isSameGeneration) {
    if (!isSameGeneration) this.draw();
  }

  close() {
    this.find.cancel();
  }

  go() {
    location.hash = permalink("graph", this.node, { depth: this.depth.value === "1" ? null : this.depth.value });
  }

  // Finding a node

  pressed(event) {
    if (event.key === "Escape") this.clear();
    else if (event.key === "ArrowDown") this.found.querySelector("a")?.focus();
    else if (event.key === "Enter") this.found.querySelector("a")?.click();
  }

  clear() {
    this.search.value = "";
    this.kind = null;
    show(this.found);
  }

  browse(kind) {
    this.kind = kind;
    this.search.focus();
    this.find();
  }

  get question() {
    return this.search.value.trim() || (this.kind && `${this.kind}:`);
  }

  async load() {
    const { question: q } = this;
    if (!q) return show(this.found);
    try {
      const { nodes, total } = await ask("search", { q });
      if (q !== this.question) return;
      show(
        this.found,
        nodes.map((node) => this.result(node)),
        !nodes.length && h("li", { class: "dim" }, "No node has such a name."),
        total > nodes.length &&
          h("li", { class: "dim" }, `and ${count(total - nodes.length)} more: type more of the name`),
      );
      announce(counted(total, "node"));
    } catch (error) {
      if (!isAborted(error) && !isAway(error)) show(this.found, h("li", null, plain(error.message)));
    }
  }

  result(node) {
    const label = name(labelOf(node), { class: "mono" }, 80);
    const on = { click: () => this.clear() };
    return h("li", null, h("a", { href: permalink("graph", node.key), on }, kindBadge(node.kind), " ", label));
  }

  // The drawing

  async draw() {
    const { node } = this;
    const answer = await ask("graph", node === null ? {} : { node, depth: this.steps }).catch((error) => error);
    if (this.node !== node || answer === this.answer || isAway(answer)) return;
    this.answer = answer;
    const gone = () => empty("This node is no longer in the graph", "A reload removed it.");
    if (answer instanceof Error) return show(this.content, answer.status === 404 ? gone() : failure(answer));
    show(this.content, node === null ? this.kinds(answer.kinds) : neighborhood(answer));
  }

  kinds(list) {
    const card = ({ kind, count: amount }) =>
      h(
        "button",
        { type: "button", class: "card", on: { click: () => this.browse(kind) } },
        h("span", { class: "figure" }, count(amount)),
        h("span", { class: "kind-name" }, amount === 1 ? kind : `${kind}s`),
      );
    return [
      h("p", { class: "lead" }, "Choose a node to see what leads to it, and where it leads."),
      h(
        "ul",
        { class: "cards kinds" },
        list.map((one) => h("li", null, card(one))),
      ),
    ];
  }
}

const kindBadge = (kind) => h("span", { class: `badge kind ${kind}` }, kind);

/** Arrow keys go through a list of links, and back to the field above it. */
function walkList(event, list, field) {
  const links = [...list.querySelectorAll("a")];
  const at = links.indexOf(document.activeElement);
  if (event.key === "ArrowDown") links[Math.min(at + 1, links.length - 1)]?.focus();
  else if (event.key === "ArrowUp") (links[at - 1] ?? field).focus();
  else if (event.key === "Escape") field.focus();
  else return;
  event.preventDefault();
}

function neighborhood(answer) {
  const center = answer.nodes.find((node) => node.key === key(answer.node)) ?? answer.nodes[0];
  if (!center) return empty("This node has no neighbors");
  const placed = layout(center, answer.nodes, answer.edges);
  const picture = new Picture(placed, answer.edges, center);
  return [
    h(
      "div",
      { class: "node-title" },
      h("a", { href: "#/graph" }, "Graph"),
      h("span", { class: "dim", "aria-hidden": "true" }, "/"),
      kindBadge(center.kind),
      h("h2", { class: "mono" }, name(labelOf(center), null, 120)),
      place(center.file, center.line),
      center.kind === "route" && h("a", { href: permalink("route", center.id) }, "Facts"),
      center.kind === "interceptor" && h("a", { href: permalink("gates", center.id) }, "What it covers"),
    ),
    answer.more > 0 && h("p", { class: "warn" }, `${counted(answer.more, "more node")} not drawn.`),
    picture.element,
    lists(center, answer),
  ];
}

const key = (node) => (typeof node === "string" ? node : node?.key);

/** The same in words, for a reader that sees no drawing. */
function lists(center, { nodes, edges }) {
  const named = new Map(nodes.map((node) => [node.key, node]));
  const row = (edge, other) =>
    h(
      "li",
      null,
      h("span", { class: "dim" }, `${edge.kind ?? ""} `),
      h("a", { class: "mono", href: permalink("graph", other.key) }, name(labelOf(other), null, 80)),
    );
  const list = (title, from, to) => {
    const rows = edges
      .filter((edge) => edge[from] === center.key && named.has(edge[to]))
      .map((edge) => row(edge, named.get(edge[to])));
    return h(
      "section",
      null,
      h("h3", null, title),
      rows.length ? h("ul", { class: "plainlist" }, rows) : h("p", { class: "dim" }, "Nothing."),
    );
  };
  return h(
    "div",
    { class: "columns lists" },
    list("What leads here", "to", "from"),
    list("Where it leads", "from", "to"),
  );
}

"""###
        ),
        (
            "grid.js",
###"""
// The table of routes: its columns, its rows by pages, and a grid that has only the rows in view as elements.

import { ask } from "./api.js";
import { count, day, h, hasOwnId, methods, name, pattern, plain, show, time } from "./dom.js";

const PAGE = 200;
const KEPT_PAGES = 40;
const SPARE = 8;
// Browsers limit how high an element can be.
const MOST_ROWS = 400000;

/** The columns: key of the sort order, title, class and content of a cell. */
const COLUMNS = [
  { key: "rank", title: "#", kind: "number rank", hint: "Order of precedence", cell: (row) => count(row.rank) },
  { key: null, title: "Methods", kind: "verbs", cell: (row) => methods(row.methods, 2) },
  { key: "url", title: "Pattern", kind: "url", cell: (row) => pattern(row.url) },
  { key: "id", title: "Route", kind: "id", cell: (row) => name(row.id, { class: hasOwnId(row) ? null : "dim" }, 120) },
  { key: "handler", title: "Goes to", kind: "target", cell: destination },
  { key: null, title: "Interceptors", kind: "gates", cell: (row) => listed(row.interceptors) },
  { key: "requests", title: "Requests", kind: "number counts", cell: (row) => zero(row.requests) },
  { key: "errors", title: "Errors", kind: "number counts errors", cell: (row) => zero(row.errors, "bad") },
  { key: "last", title: "Last", kind: "number counts", cell: (row) => lastTime(row.last) },
  { key: "file", title: "File", kind: "file", cell: (row) => shortPlace(row) },
];

function destination(row) {
  const arrow = { forward: "⤳", redirect: "↪", module: "▣" }[row.kind];
  return h(
    "span",
    null,
    arrow && h("span", { class: "arrow", title: row.kind, role: "img", "aria-label": row.kind }, arrow),
    name(row.target ?? row.handler ?? "", null, 120),
  );
}

const listed = (ids) => (ids?.length ? name(ids.join(", "), { class: "mono" }, 120) : h("span", { class: "dim" }, "–"));

/** The clock today, and the day otherwise; the exact time is its title. */
function lastTime(text) {
  const element = time(text);
  if (text && day(new Date(text)) !== day(new Date())) element.textContent = day(new Date(text)).slice(5);
  return element;
}

/** The name of the file alone; all of the path is its title. */
function shortPlace(row) {
  const whole = `${row.file}:${row.line}`;
  return name(whole.slice(whole.lastIndexOf("/") + 1), { class: "mono", title: plain(whole, 500) }, 120);
}

const zero = (value, kind) =>
  value ? h("span", { class: kind }, count(value)) : h("span", { class: "dim" }, value === 0 ? "0" : "–");

/** The rows of one filter and order, in pages that are asked for when they are seen. */
export class Rows {
  constructor(query, arrived) {
    this.query = query;
    this.arrived = arrived;
    this.pages = new Map();
    this.asked = new Map();
    this.matched = null;
    this.total = null;
    this.generation = null;
  }

  row(index) {
    return this.pages.get(Math.floor(index / PAGE))?.[index % PAGE];
  }

  /** The place of a route among the pages that are here, or -1. */
  find(id) {
    for (const [page, rows] of this.pages) {
      const at = rows.findIndex((row) => row.id === id);
      if (at >= 0) return page * PAGE + at;
    }
    return -1;
  }

  /** Asks again for the pages of these rows: their counts change without a reload. */
  recount(first, last) {
    for (let page = Math.floor(first / PAGE); page <= Math.floor(last / PAGE); page++)
      if (this.pages.has(page)) this.load(page).catch(() => {});
  }

  /** Asks for the pages of these rows that are not here. */
  need(first, last) {
    for (let page = Math.floor(first / PAGE); page <= Math.floor(Math.max(first, last) / PAGE); page++) {
      if (!this.pages.has(page) && !this.asked.has(page)) this.load(page).catch(() => {});
    }
  }

  /** Loads a page. Concurrent calls share one request. */
  load(page) {
    const known = this.asked.get(page);
    if (known) return known;
    const loading = this.fetch({ offset: page * PAGE }).finally(() => this.asked.delete(page));
    this.asked.set(page, loading);
    return loading;
  }

  /** Loads the page that holds a route, and returns the place of the route, or null. */
  async near(id) {
    const answer = await this.fetch({ offset: 0, near: id });
    return answer.index ?? null;
  }

  async fetch(fields) {
    const answer = await ask("routes", { ...this.query, ...fields, limit: PAGE });
    if (this.generation !== null && answer.generation !== this.generation) this.pages.clear();
    Object.assign(this, { generation: answer.generation, matched: answer.matched, total: answer.total });
    this.pages.set(Math.floor(answer.offset / PAGE), answer.routes);
    if (this.pages.size > KEPT_PAGES) this.pages.delete(this.pages.keys().next().value);
    this.arrived(this);
    return answer;
  }
}

/** A grid of any number of rows, of which only those in view are elements. */
export class Grid {
  constructor(sort, opened) {
    this.opened = opened;
    this.pool = [];
    this.height = 36;
    this.active = -1;
    this.selected = null;
    this.rows = null;
    this.body = h("div", { role: "rowgroup", class: "rows" });
    this.headers = COLUMNS.map((column) => header(column, sort));
    this.element = h(
      "div",
      {
        role: "grid",
        class: "grid",
        tabindex: 0,
        "aria-label": "Routes in order of precedence",
        "aria-colcount": COLUMNS.length,
        on: { keydown: (event) => this.pressed(event), scroll: () => this.later() },
      },
      h(
        "div",
        { role: "rowgroup", class: "head" },
        h("div", { role: "row", class: "row", "aria-rowindex": 1 }, this.headers),
      ),
      this.body,
    );
    this.body.addEventListener("click", (event) => this.clicked(event));
    this.resized = new ResizeObserver(() => this.measure());
    this.resized.observe(this.element);
  }

  measure() {
    const style = getComputedStyle(this.element);
    this.height = parseFloat(style.getPropertyValue("--row")) || 36;
    this.headHeight = parseFloat(style.getPropertyValue("--head")) || 34;
    this.inView = Math.ceil(this.element.clientHeight / this.height) + 1;
    this.later();
  }

  get count() {
    return Math.min(this.rows?.matched ?? 0, MOST_ROWS);
  }

  get first() {
    return Math.floor(this.element.scrollTop / this.height);
  }

  sorted({ sort, order }) {
    COLUMNS.forEach((column, index) => {
      if (column.key)
        this.headers[index].setAttribute(
          "aria-sort",
          column.key !== sort ? "none" : order === "desc" ? "descending" : "ascending",
        );
    });
  }

  later() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.draw();
    });
  }

  draw() {
    if (!this.rows || !this.height) return;
    const first = Math.max(0, this.first - SPARE);
    const last = Math.min(this.count - 1, this.first + this.inView + SPARE);
    this.element.setAttribute("aria-rowcount", this.count + 1);
    this.body.style.height = `${this.count * this.height}px`;
    this.rows.need(first, last);
    this.grow(this.inView + 2 * SPARE + 1);
    for (const line of this.pool) if (line.index < first || line.index > last) this.hide(line);
    for (let index = first; index <= last; index++) this.place(this.pool[index % this.pool.length], index);
    this.point();
  }

  grow(size) {
    if (this.pool.length >= size) return;
    for (const line of this.pool) line.index = -1;
    while (this.pool.length < size) {
      const cells = COLUMNS.map((column, index) =>
        h("div", { role: "gridcell", class: column.kind, "aria-colindex": index + 1 }),
      );
      const element = h("div", { role: "row", class: "row", id: `row-${this.pool.length}`, hidden: true }, cells);
      this.body.append(element);
      this.pool.push({ element, cells, index: -1, row: null });
    }
  }

  hide(line) {
    line.index = -1;
    line.element.hidden = true;
  }

  place(line, index) {
    const row = this.rows.row(index) ?? null;
    if (line.index !== index) {
      line.index = index;
      line.element.hidden = false;
      line.element.style.transform = `translateY(${index * this.height}px)`;
      line.element.setAttribute("aria-rowindex", index + 2);
      line.element.classList.toggle("odd", index % 2 === 1);
    }
    if (line.row !== row || !line.element.classList.contains(row ? "full" : "waiting")) this.fill(line, row);
    const chosen = row !== null && row.id === this.selected;
    line.element.classList.toggle("active", index === this.active);
    line.element.setAttribute("aria-selected", String(chosen));
  }

  fill(line, row) {
    line.row = row;
    line.element.classList.toggle("full", row !== null);
    line.element.classList.toggle("waiting", row === null);
    line.cells.forEach((cell, index) => show(cell, row ? COLUMNS[index].cell(row) : ""));
  }

  point() {
    const line = this.pool.find((one) => one.index === this.active);
    if (line && this.active >= 0) this.element.setAttribute("aria-activedescendant", line.element.id);
    else this.element.removeAttribute("aria-activedescendant");
  }

  clicked(event) {
    const line = this.pool.find((one) => one.element.contains(event.target));
    if (!line?.row) return;
    this.active = line.index;
    this.opened(line.row.id, false);
  }

  pressed(event) {
    const page = Math.max(1, this.inView - 3);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    if (event.target !== this.element) return;
    if (event.key in steps) this.move(steps[event.key]);
    else if (event.key === "Enter" && this.rows?.row(this.active)) this.opened(this.rows.row(this.active).id, true);
    else return;
    event.preventDefault();
  }

  move(step) {
    const from = this.active < 0 ? this.first - Math.sign(step) : this.active;
    this.active = Math.max(0, Math.min(this.count - 1, from + step));
    this.reveal(this.active);
    if (this.selected && this.rows.row(this.active)) this.opened(this.rows.row(this.active).id, false);
    this.later();
  }

  /** Makes a row the one that keys move from; -1 for none. */
  activate(index) {
    this.active = index;
    this.later();
  }

  /** Goes to a place in pixels, without a row that keys move from. */
  goTo(top) {
    this.active = -1;
    this.element.scrollTop = Math.max(0, top);
  }

  reveal(index) {
    const top = index * this.height;
    const room = this.element.clientHeight - this.headHeight;
    if (top < this.element.scrollTop) this.element.scrollTop = top;
    else if (top + this.height > this.element.scrollTop + room) this.element.scrollTop = top + this.height - room;
  }
}

function header(column, sort) {
  const content = column.key
    ? h(
        "button",
        {
          type: "button",
          title: column.hint ?? `Sort by ${column.title.toLowerCase()}`,
          on: { click: () => sort(column.key) },
        },
        column.title,
      )
    : column.title;
  return h("div", { role: "columnheader", class: column.kind, "aria-sort": column.key ? "none" : null }, content);
}

"""###
        ),
        (
            "icon.svg",
###"""
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke-linecap="round" stroke-linejoin="round">
  <rect width="32" height="32" rx="8" fill="#2f6df0"/>
  <path d="M7 16h6c4 0 4-7 8-7h3M13 16c4 0 4 7 8 7h3" stroke="#fff" stroke-width="2.6"/>
  <circle cx="7.5" cy="16" r="2.6" fill="#fff"/><circle cx="24.5" cy="9" r="2.6" fill="#fff"/><circle cx="24.5" cy="23" r="2.6" fill="#9dc0ff"/>
</svg>

"""###
        ),
        (
            "index.html",
###"""
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Waybill inspector</title>
<link rel="icon" href="./icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="./app.css">
<script type="module" src="./app.js"></script>
<link rel="modulepreload" href="./api.js">
<link rel="modulepreload" href="./dom.js">
<link rel="modulepreload" href="./grid.js">
<link rel="modulepreload" href="./facts.js">
<link rel="modulepreload" href="./routes.js">
<link rel="modulepreload" href="./explain.js">
<link rel="modulepreload" href="./reloads.js">
<link rel="modulepreload" href="./gates.js">
<link rel="modulepreload" href="./graph.js">
<link rel="modulepreload" href="./picture.js">
<link rel="modulepreload" href="./coverage.js">
<link rel="modulepreload" href="./instances.js">
<link rel="modulepreload" href="./fleet.js">
</head>
<body>
<a class="skip" href="#view">Skip to the content</a>
<header class="bar">
  <div class="brand">
    <img src="./icon.svg" alt="" width="22" height="22"><span class="name">Waybill</span>
    <span class="service" id="service"></span>
  </div>
  <nav aria-label="Views"><ul id="views"></ul></nav>
  <a class="state" href="#/reloads">
    <span class="dot" id="dot"></span><span id="state-text">connecting</span>
  </a>
</header>
<div id="banners"></div>
<main id="view" tabindex="-1"></main>
<div class="unseen" id="live" role="status" aria-live="polite"></div>
<noscript><p class="empty">This page needs JavaScript.</p></noscript>
</body>
</html>

"""###
        ),
        (
            "instances.js",
###"""
// The instances of a fleet: their order, their filter, and the table of those that it keeps.

import {
  count,
  counted,
  facts,
  h,
  keepingFocus,
  longName,
  name,
  permalink,
  plain,
  reconcile,
  routeLink,
  table,
  time,
} from "./dom.js";

/** What is said of each state, and its color; those that need somebody come first. */
export const STATES = {
  unbound: { kind: "bad", words: "has no code for the set that it should serve; deploy that" },
  rejected: { kind: "bad", words: "has refused the set that it should serve" },
  unknown: { kind: "warn", words: "writes reports of another protocol" },
  behind: { kind: "warn", words: "has not answered to the last change yet" },
  gone: { kind: "warn", words: "does not report any more: it has ended, or is cut off" },
  current: { kind: "good", words: "serves what it should" },
};
const RANKS = Object.keys(STATES);

/** Returns the instances of an overview, with those that are gone. In one state they stay in the order of their names. */
export function instances({ instances: reported, gone }) {
  const missing = (gone ?? []).map((each) => ({ name: each, state: "gone", isCurrent: false }));
  return [...reported, ...missing].sort((a, b) => RANKS.indexOf(a.state) - RANKS.indexOf(b.state));
}

/** Returns how often each value of a report occurs, the most frequent one first. */
export function groups(lines, key) {
  const counts = new Map();
  for (const { report } of lines) if (report?.[key]) counts.set(report[key], (counts.get(report[key]) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}

/** Returns the first characters of a digest, with all of it as the title. */
export const short = (digest, kind = null) =>
  digest
    ? h("code", { class: kind, title: plain(digest) }, name(digest.slice(0, 12)))
    : h("span", { class: "dim" }, "–");

// The filter

const begins = (text, start) => Boolean(text?.startsWith(start));
const FIELDS = {
  state: ({ state }, text) => state === text,
  set: ({ report, wanted }, text) => begins(report?.serving, text) || begins(wanted, text),
  build: ({ report }, text) => begins(report?.build, text),
  registry: ({ report }, text) => begins(report?.registry, text),
  ready: ({ report }, text) => report != null && report.ready === (text !== "no"),
};

/** Returns a function that says whether a filter keeps an instance; all terms must fit. `problem` says what is wrong. */
export function filter(text) {
  const terms = text.split(/\s+/).filter(Boolean).map(term);
  const keeps = (line) => terms.every(({ fits, negated }) => fits(line) !== negated);
  return { keeps, problem: terms.find((each) => each.problem)?.problem ?? "" };
}

function term(text) {
  const negated = text.length > 1 && text.startsWith("-");
  const [, field, value] = /^-?([a-z]+):(.*)$/.exec(text) ?? [];
  const word = (negated ? text.slice(1) : text).toLowerCase();
  if (!field) return { negated, fits: (line) => line.name.toLowerCase().includes(word) };
  if (FIELDS[field]) return { negated, fits: (line) => FIELDS[field](line, value) };
  const known = Object.keys(FIELDS).join(", ");
  return { negated, fits: () => !negated, problem: `The filter has no field '${plain(field, 40)}'; it has ${known}.` };
}

// The table

const COLUMNS = ["Instance", "State", "Serves", "Generation", "Build", "Registry", "Reported", "Why"];

const kind = (title) => `col-${title.toLowerCase()}`;

/** The table. Rows stay the same elements while what they show does, so that the keyboard and the place stay. */
export class InstanceTable {
  /** @param {(name: string) => void} chosen Called with an instance whose facts somebody wants to open or close. */
  constructor(chosen) {
    this.chosen = chosen;
    this.kept = new Map();
    this.body = h("tbody");
    const titles = COLUMNS.map((title) => h("th", { scope: "col", class: kind(title) }, title));
    const all = h(
      "table",
      null,
      h("caption", { class: "unseen" }, "Instances"),
      h("thead", null, h("tr", null, titles)),
    );
    all.append(this.body);
    this.body.addEventListener("keydown", (event) => this.pressed(event));
    this.element = h("div", { class: "scroll instances", role: "region", "aria-label": "Instances", tabindex: 0 }, all);
  }

  /**
   * @param {any[]} lines Those to show.
   * @param {{open: string | null, pointer: any, builds: any[], registries: any[]}} context
   */
  show(lines, context) {
    const before = this.kept;
    this.kept = new Map();
    for (const line of lines) {
      const isOpen = line.name === context.open;
      const odd = {
        build: isOdd(line, "build", context.builds),
        registry: isOdd(line, "registry", context.registries),
      };
      const sign = JSON.stringify([line, odd, isOpen && (context.pointer?.number ?? 0)]);
      const known = before.get(line.name);
      const rows = known?.sign === sign ? known.rows : this.rows(line, odd, isOpen, context.pointer);
      this.kept.set(line.name, { sign, rows });
    }
    const rows = [...this.kept.values()].flatMap((each) => each.rows);
    keepingFocus(this.body, () => reconcile(this.body, rows));
  }

  /** The arrows go from name to name, and Escape closes the facts. */
  pressed(event) {
    const buttons = [...this.body.querySelectorAll("button[aria-expanded]")];
    const at = buttons.indexOf(event.target);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const open = this.body.querySelector("[aria-expanded=true]");
    if (step && at >= 0) buttons[at + step]?.focus();
    else if (event.key === "Escape" && open) {
      open.focus();
      open.click();
    } else return;
    event.preventDefault();
  }

  rows(line, odd, isOpen, pointer) {
    const { report, state } = line;
    const cells = [
      this.button(line, isOpen),
      [badge(state), report?.ready === false && [" ", h("span", { class: "badge bad" }, "not ready")]],
      serves(line),
      report ? count(report.generation) : "",
      short(report?.build, odd.build),
      short(report?.registry, odd.registry),
      report ? time(report.at) : "",
      why(line, name),
    ];
    const row = h(
      "tr",
      { class: isOpen ? "open" : null },
      cells.map((cell, index) => h("td", { class: kind(COLUMNS[index]) }, cell)),
    );
    if (!isOpen) return [row];
    const all = h("td", { colspan: COLUMNS.length }, h("div", { class: "facts-pane" }, instanceFacts(line, pointer)));
    return [row, h("tr", { class: "details" }, all)];
  }

  button(line, isOpen) {
    const click = () => this.chosen(line.name);
    const props = { type: "button", class: "link", id: `instance-${line.name}`, "aria-expanded": String(isOpen) };
    return h("button", { ...props, on: { click } }, name(line.name, { class: "mono" }, 80));
  }
}

/** A build that most instances do not have. */
const isOdd = ({ report }, key, all) => (report?.[key] && all.length > 1 && report[key] !== all[0][0] ? "warn" : null);

export const badge = (state) => h("span", { class: `badge ${STATES[state].kind}`, title: STATES[state].words }, state);

function serves({ report, wanted, state }) {
  if (!report) return "";
  const now = report.serving ? short(report.serving) : h("span", { class: "dim" }, "another set");
  return state === "current" ? now : [now, h("span", { class: "dim" }, " wants "), short(wanted)];
}

/** Why an instance does not serve what it should. That it has refused an earlier set is no reason. */
function why({ report, state, wanted }, text) {
  if (state === "current") return report.stale ? h("span", { class: "warn" }, "stale: from an earlier run") : "";
  if (state === "gone" || state === "unknown") return h("span", { class: "dim" }, STATES[state].words);
  const isEarlier = report.reason && report.wanted !== wanted;
  if (isEarlier) return h("span", { class: "dim" }, "no answer to this set yet; it has refused another one");
  const words = [report.reason, report.problem].filter(Boolean).join(": ");
  return words
    ? text(words, { class: state === "behind" ? null : "bad" }, 20000)
    : h("span", { class: "dim" }, "no answer yet");
}

function instanceFacts(line, pointer) {
  const { report, state, wanted } = line;
  const whole = (digest) => (digest ? h("code", null, name(digest)) : null);
  const number = report?.number;
  return [
    h(
      "p",
      { class: `verdict ${STATES[state].kind === "warn" ? "warning" : STATES[state].kind}` },
      name(line.name, null, 80),
      ` ${STATES[state].words}.`,
    ),
    facts(
      ["Why", why(line, longName) || null],
      ["Should serve", whole(wanted)],
      ["Serves", whole(report?.serving)],
      ["Digest", whole(report?.digest)],
      ["Generation", report && count(report.generation)],
      [
        "Follows",
        number == null ? null : `number ${number}${pointer && number < pointer.number ? ` of ${pointer.number}` : ""}`,
      ],
      ["Reported", report && time(report.at)],
      ["Ready", report && (report.ready ? "yes" : h("span", { class: "bad" }, "no"))],
      ["Stale", report?.stale ? "it serves a set that an earlier run has stored" : null],
      ["Build", whole(report?.build)],
      ["Registry", whole(report?.registry)],
      ["Requests", report?.health && requests(report.health)],
    ),
    report?.health?.routes.length > 0 && worst(report.health.routes),
  ];
}

/** How requests have ended. */
export const requests = ({ requests: all, errors, notFound }) =>
  h(
    "span",
    null,
    counted(all, "request"),
    ", ",
    h("span", { class: errors ? "bad" : null }, counted(errors, "error")),
    `, ${count(notFound)} not found`,
  );

const worst = (routes) =>
  table(
    "Routes with errors",
    [
      ["Route", ({ id }) => (id ? routeLink(id) : "no route")],
      ["Requests", (each) => count(each.requests)],
      ["Errors", (each) => h("span", { class: each.errors ? "bad" : null }, count(each.errors))],
      ["Not found", (each) => count(each.notFound)],
    ],
    routes,
  );

/** Returns the address of an instance with a filter. */
export const instanceLink = (open, q) => permalink("fleet", open, { q });

"""###
        ),
        (
            "picture.js",
###"""
// A drawing of the neighborhood of one node, in layers: on the left what leads to it, on the right where it leads.

import { h, permalink, plain, s } from "./dom.js";

const BOX = { width: 208, height: 44, gapX: 92, gapY: 16 };
const KINDS = ["route", "interceptor", "handler", "module", "protocol", "target", "fallback"];

/** Routes and targets are known by their patterns, all else by its name. */
export const labelOf = ({ kind, id, label }) => (kind === "route" || kind === "target" ? (label ?? id) : id);

/** Gives each node a layer: its distance from the center, negative for what leads here; and a place in the layer. */
export function layout(center, nodes, edges) {
  const layers = new Map([[center.key, 0]]);
  spread(layers, center.key, edges, 1);
  spread(layers, center.key, edges, -1);
  const columns = new Map();
  for (const node of nodes) {
    const layer = layers.get(node.key) ?? 1;
    columns.set(layer, [...(columns.get(layer) ?? []), node]);
  }
  const placed = new Map();
  for (const layer of [...columns.keys()].sort((a, b) => Math.abs(a) - Math.abs(b))) {
    const column = columns
      .get(layer)
      .sort(
        (a, b) =>
          weight(a, placed, edges) - weight(b, placed, edges) ||
          KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
          (a.id < b.id ? -1 : 1),
      );
    column.forEach((node, index) =>
      placed.set(node.key, {
        node,
        layer,
        x: layer * (BOX.width + BOX.gapX),
        y: (index - (column.length - 1) / 2) * (BOX.height + BOX.gapY),
      }),
    );
  }
  return placed;
}

/** Follows edges forwards (1) or backwards (-1) from the center, breadth first. Nodes that have a layer keep it. */
function spread(layers, from, edges, direction) {
  let ring = [from];
  for (let layer = direction; ring.length; layer += direction) {
    const next = [];
    for (const edge of edges) {
      const [start, end] = direction > 0 ? [edge.from, edge.to] : [edge.to, edge.from];
      if (!ring.includes(start) || layers.has(end)) continue;
      layers.set(end, layer);
      next.push(end);
    }
    ring = next;
  }
}

/** The mean height of the placed neighbors of a node: near to them, edges cross less. */
function weight(node, placed, edges) {
  const heights = edges
    .flatMap(({ from, to }) => (from === node.key ? [to] : to === node.key ? [from] : []))
    .map((other) => placed.get(other)?.y)
    .filter((y) => y !== undefined);
  return heights.length ? heights.reduce((sum, y) => sum + y, 0) / heights.length : 0;
}

/** Prevents the click that may follow the end of a movement at once. */
function swallowClick() {
  const end = new AbortController();
  addEventListener("click", (event) => event.preventDefault(), { capture: true, signal: end.signal });
  setTimeout(() => end.abort());
}

/** The rectangle around all boxes. Edges within a column bend beyond its boxes. */
function frame(spots) {
  const [xs, ys] = [spots.map(({ x }) => x), spots.map(({ y }) => y)];
  const [dx, dy] = [BOX.width / 2 + 60, BOX.height / 2 + 24];
  const [x, y] = [Math.min(...xs) - dx, Math.min(...ys) - dy];
  return { x, y, width: Math.max(...xs) + dx - x, height: Math.max(...ys) + dy - y };
}

/** The drawing, which can be zoomed and moved with the pointer, the wheel and keys. */
export class Picture {
  constructor(placed, edges, center) {
    this.placed = placed;
    const spots = [...placed.values()];
    this.whole = frame(spots);
    this.svg = s(
      "svg",
      { class: "picture", role: "group", "aria-label": `Neighbors of ${plain(labelOf(center), 80)}` },
      arrowhead(),
      edges.map((edge) => this.edge(edge)),
      spots.map((spot) => this.box(spot, center)),
    );
    this.element = h("div", { class: "canvas" }, this.svg, this.buttons());
    this.listen();
    requestAnimationFrame(() => this.fit(this.svg.getBoundingClientRect().width < 700 ? 1.5 : 1.8));
  }

  buttons() {
    const button = (label, text, act) =>
      h("button", { type: "button", class: "quiet", "aria-label": label, on: { click: act } }, text);
    return h(
      "div",
      { class: "zoom" },
      button("Zoom in", "+", () => this.zoom(0.8)),
      button("Zoom out", "−", () => this.zoom(1.25)),
      button("Show all", "Fit", () => this.fit()),
    );
  }

  listen() {
    this.svg.addEventListener("keydown", (event) => this.pressed(event));
    this.svg.addEventListener("wheel", (event) => this.wheeled(event), { passive: false });
    this.svg.addEventListener("pointerdown", (event) => this.grab(event));
    this.svg.addEventListener("dragstart", (event) => event.preventDefault());
  }

  /** Without a key, the wheel scrolls the page. A pinch on a touchpad is a wheel with the control key. */
  wheeled(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.zoom(event.deltaY > 0 ? 1.12 : 0.89, this.at(event));
  }

  edge({ from, to, kind }) {
    const [a, b] = [this.placed.get(from), this.placed.get(to)];
    if (!a || !b || a === b) return null;
    const forward = b.x > a.x ? 1 : -1;
    const same = a.x === b.x;
    const x1 = a.x + (forward * BOX.width) / 2;
    const x2 = same ? x1 : b.x - (forward * BOX.width) / 2;
    const bend = same ? 60 * forward : (x2 - x1) / 2;
    const path = `M${x1} ${a.y} C${x1 + bend} ${a.y} ${same ? x2 + bend : x2 - bend} ${b.y} ${x2} ${b.y}`;
    return s(
      "g",
      { class: `edge ${kind ?? ""}` },
      s("title", null, plain(`${a.node.id} ${kind ?? "leads to"} ${b.node.id}`)),
      s("path", { d: path, "marker-end": "url(#arrow)" }),
    );
  }

  box({ node, x, y }, center) {
    const label = plain(labelOf(node), 26);
    return s(
      "a",
      {
        class: `node ${node.kind}${node === center ? " center" : ""}`,
        href: permalink("graph", node.key),
        transform: `translate(${x - BOX.width / 2} ${y - BOX.height / 2})`,
        data: { key: node.key },
        "aria-label": plain(`${node.kind} ${labelOf(node)}`, 120),
      },
      s("title", null, plain(labelOf(node), 500)),
      s("rect", { width: BOX.width, height: BOX.height, rx: 8 }),
      s("rect", { class: "stripe", width: 4, height: BOX.height - 16, x: 8, y: 8, rx: 2 }),
      s("text", { class: "kind-text", x: 22, y: 17 }, node.kind),
      s("text", { class: "label", x: 22, y: 33 }, label),
    );
  }

  /** Shows all, or as much of it around the center as remains readable: `most` limits how small it becomes. */
  fit(most = Infinity) {
    const { width, height } = this.svg.getBoundingClientRect();
    const scale = Math.min(most, Math.max(this.whole.width / width, this.whole.height / height, 0.9));
    const size = { width: width * scale, height: height * scale };
    const middle = (start, whole, part) => (part < whole ? -part / 2 : start + (whole - part) / 2);
    this.look({
      x: middle(this.whole.x, this.whole.width, size.width),
      y: middle(this.whole.y, this.whole.height, size.height),
      ...size,
    });
  }

  look(box) {
    this.view = box;
    this.svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
  }

  zoom(factor, point = { x: this.view.x + this.view.width / 2, y: this.view.y + this.view.height / 2 }) {
    const box = this.view;
    this.look({
      x: point.x - (point.x - box.x) * factor,
      y: point.y - (point.y - box.y) * factor,
      width: box.width * factor,
      height: box.height * factor,
    });
  }

  at(event) {
    const frame = this.svg.getBoundingClientRect();
    return {
      x: this.view.x + ((event.clientX - frame.x) / frame.width) * this.view.width,
      y: this.view.y + ((event.clientY - frame.y) / frame.height) * this.view.height,
    };
  }

  /** Moves the drawing with the pointer. A press without movement remains a click. */
  grab(event) {
    if (event.button !== 0) return;
    const { view } = this;
    const ratio = view.width / this.svg.getBoundingClientRect().width;
    const [startX, startY] = [event.clientX, event.clientY];
    let isMoved = false;
    const move = ({ clientX, clientY }) => {
      const [x, y] = [clientX - startX, clientY - startY];
      isMoved ||= Math.hypot(x, y) > 4;
      if (isMoved) this.look({ ...view, x: view.x - x * ratio, y: view.y - y * ratio });
    };
    const end = new AbortController();
    const stop = () => {
      end.abort();
      if (isMoved) swallowClick();
    };
    addEventListener("pointermove", move, { signal: end.signal });
    addEventListener("pointerup", stop, { signal: end.signal });
    addEventListener("pointercancel", () => end.abort(), { signal: end.signal });
  }

  pressed(event) {
    const directions = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.key in directions) this.step(event.target.closest("[data-key]"), directions[event.key]);
    else if (event.key === "+" || event.key === "=") this.zoom(0.8);
    else if (event.key === "-") this.zoom(1.25);
    else if (event.key === "0") this.fit();
    else return;
    event.preventDefault();
  }

  /** Gives the focus to the nearest node in a direction. */
  step(element, [dx, dy]) {
    const from = this.placed.get(element?.dataset.key);
    if (!from) return;
    const far = ({ x, y }) => Math.abs(x - from.x) * (dx ? 1 : 8) + Math.abs(y - from.y) * (dy ? 1 : 2);
    const ahead = [...this.placed.values()]
      .filter(({ x, y }) => (x - from.x) * dx + (y - from.y) * dy > 0)
      .sort((a, b) => far(a) - far(b));
    if (ahead.length)
      [...this.svg.querySelectorAll("[data-key]")].find(({ dataset }) => dataset.key === ahead[0].node.key)?.focus();
  }
}

const arrowhead = () =>
  s(
    "defs",
    null,
    s(
      "marker",
      {
        id: "arrow",
        viewBox: "0 0 8 8",
        refX: 7,
        refY: 4,
        markerWidth: 7,
        markerHeight: 7,
        orient: "auto-start-reverse",
      },
      s("path", { d: "M0 0 8 4 0 8z" }),
    ),
  );

"""###
        ),
        (
            "reloads.js",
###"""
// Reloads: what was loaded and rejected, and what each changed.

import { ask, askRows, isAway } from "./api.js";
import {
  bring,
  bytes,
  count,
  counted,
  day,
  duration,
  empty,
  facts,
  failure,
  h,
  methods,
  name,
  pattern,
  permalink,
  routeLink,
  show,
  time,
  tryLink,
  clock,
} from "./dom.js";

const PAGE = 50;
const OUTCOMES = { loaded: "good", refused: "bad", unchanged: "quiet" };
const WORDS = { refused: "rejected", unchanged: "unchanged" };

/** The view. */
export class ReloadsView {
  constructor(main) {
    Object.assign(this, { attempts: [], total: 0, chosen: null, answer: null });
    this.list = h("div", { class: "timeline" });
    this.details = h("section", { class: "facts-pane", "aria-label": "Reload" });
    show(
      main,
      h("h1", null, "Reloads"),
      h("p", { class: "lead" }, "The newest first. Times are those of this browser."),
      h("div", { class: "columns narrow-wide" }, this.list, this.details),
    );
  }

  async show({ id }) {
    this.chosen = id;
    await this.load(PAGE);
    if (id !== null) bring(this.details);
  }

  /** A reader of the newest one goes on with the newest one. */
  changed() {
    const follows = this.chosen === newest(this.attempts) && !location.hash.startsWith("#/reloads/");
    if (follows) this.chosen = null;
    this.load(Math.max(this.attempts.length, PAGE));
  }

  async load(most) {
    try {
      const { answer, rows } = await askRows("reloads", {}, "reloads", most);
      Object.assign(this, { attempts: rows, total: answer.total });
      this.chosen ??= newest(rows);
      this.draw();
      if (this.chosen !== null) await this.open(this.chosen);
    } catch (error) {
      if (!isAway(error)) show(this.list, failure(error));
    }
  }

  draw() {
    const { attempts, total } = this;
    if (!attempts.length) return show(this.list, empty("No reload yet", "Save a manifest to see a reload here."));
    const more = { type: "button", class: "more", on: { click: () => this.load(attempts.length + PAGE) } };
    show(
      this.list,
      byDay(attempts).map(([title, rows]) => [
        h("h2", { class: "day" }, title),
        h(
          "ol",
          null,
          rows.map((one) => item(one, key(one) === this.chosen)),
        ),
      ]),
      attempts.length < total && h("button", more, `Show more (${count(total - attempts.length)} left)`),
    );
  }

  async open(id) {
    const answer = await ask("reload", { number: id }).catch((error) => error);
    if (this.chosen !== id || isAway(answer) || this.answer === answer) return;
    this.answer = answer;
    const forgotten = () => empty("This reload is forgotten", "Only the last reloads are kept.");
    const problem = answer instanceof Error && (answer.status === 404 ? forgotten() : failure(answer));
    show(this.details, problem || reload(answer));
  }
}

const newest = (attempts) => (attempts.length ? key(attempts[0]) : null);

function byDay(attempts) {
  const days = new Map();
  const today = day(new Date());
  for (const one of attempts) {
    const date = day(new Date(one.at));
    const title = date === today ? "Today" : date;
    days.set(title, [...(days.get(title) ?? []), one]);
  }
  return [...days];
}

function item(one, isChosen) {
  return h(
    "li",
    { class: OUTCOMES[one.outcome] },
    h(
      "a",
      { href: permalink("reloads", key(one)), "aria-current": isChosen ? "true" : null },
      h("span", { class: "when" }, h("time", { datetime: one.at, title: one.at }, clock(new Date(one.at)))),
      h("span", { class: "outcome" }, WORDS[one.outcome] ?? `generation ${one.generation}`),
      h("span", { class: "cost" }, duration(one.duration)),
      h("span", { class: "summary" }, inShort(one)),
    ),
  );
}

function inShort(one) {
  if (one.outcome !== "loaded") return name(one.summary, null, 120);
  return amounts(one) ?? (one.trigger === "start" ? "the start" : "no route changed");
}

/** Rejected saves have no generation of their own, so attempts are numbered. */
const key = (one) => String(one.number);

function amounts({ changes, interceptorChanges }) {
  const parts = [
    [changes, "route"],
    [interceptorChanges, "interceptor"],
  ].flatMap(([amount, what]) => signs(amount, what));
  return parts.length ? h("span", { class: "amounts" }, parts) : null;
}

function signs(amount, what) {
  const parts = [
    ["added", "+", "good"],
    ["changed", "~", "warn"],
    ["removed", "−", "bad"],
  ]
    .filter(([field]) => amount?.[field])
    .map(([field, sign, kind]) =>
      h("span", { class: kind, title: `${counted(amount[field], what)} ${field}` }, `${sign}${amount[field]}`),
    );
  return parts.length ? [...parts, h("span", { class: "dim" }, `${what}s`)] : [];
}

function reload(one) {
  const outcome = OUTCOMES[one.outcome];
  return [
    h(
      "p",
      { class: `verdict ${outcome === "quiet" ? "info" : outcome}` },
      one.outcome === "loaded"
        ? `Generation ${one.generation} was loaded.`
        : one.outcome === "unchanged"
          ? "The files changed, and the table did not."
          : "The save was rejected. The table before it still serves.",
      " ",
      one.summary && h("span", { class: "dim" }, name(one.summary, null, 300)),
    ),
    facts(
      ["Time", time(one.at)],
      ["Trigger", one.trigger && name(one.trigger)],
      ["Digest", one.digest && h("code", null, name(one.digest.slice(0, 16), { title: one.digest }))],
      ["Changed", names([one.changes, one.interceptorChanges])],
      ["Duration", duration(one.duration)],
      ["Processor time", one.processorTime == null ? null : duration(one.processorTime)],
      ["Peak memory", one.peakMemory == null ? null : bytes(one.peakMemory)],
    ),
    plan(one.plan, one),
    one.diagnosticsText && [
      h("h2", null, "Problems"),
      h("pre", { class: "report", tabindex: 0 }, name(one.diagnosticsText, { class: "code", title: "" }, 20000)),
    ],
  ];
}

/** The ids that changed, by their signs: `+new`, `-old`, `~other`. */
function names(changes) {
  const all = changes.flatMap((each) => each?.names ?? []);
  const kinds = { "+": "good", "-": "bad", "~": "warn" };
  return all.length
    ? h(
        "span",
        { class: "chips" },
        all.map((id) => h("span", { class: `chip ${kinds[id[0]] ?? ""}` }, name(id.replace(/^-/, "−"), null, 60))),
      )
    : null;
}

/** What changed for requests, the worst first. */
function plan(plan, one) {
  if (!plan)
    return one.text
      ? [
          h("h2", null, "What changed"),
          h("pre", { class: "report", tabindex: 0 }, name(one.text, { class: "code" }, 20000)),
        ]
      : null;
  const changes = [...plan.changes].sort((a, b) => b.breaking - a.breaking);
  if (!changes.length)
    return [h("h2", null, "What changed"), h("p", { class: "dim" }, "Every request is served as before.")];
  const { breaking } = plan.summary;
  return [
    h("h2", null, "What changed"),
    h(
      "p",
      { class: "dim" },
      breaking ? counted(breaking, "breaking change") : "nothing breaks",
      `, ${counted(changes.length - breaking, "other change")}`,
    ),
    h("ol", { class: "plan" }, changes.slice(0, 200).map(change)),
    changes.length > 200 && h("p", { class: "dim" }, `${count(changes.length - 200)} more; 'waybill plan' lists all.`),
  ];
}

const tone = (change) =>
  change.breaking ? "bad" : change.kinds.some((kind) => kind.endsWith("gained")) ? "good" : "warning";

function change(one) {
  const requests = one.requests.slice(0, 3);
  return h(
    "li",
    { class: `change ${tone(one)}` },
    h(
      "p",
      { class: "kind" },
      h("span", { class: "badge" }, one.breaking ? "breaking" : one.kinds[0].replace("-", " ")),
      one.rules?.map((rule) => h("code", { class: "dim" }, rule)),
    ),
    requests.map((request) =>
      h(
        "p",
        { class: "request" },
        methods(request.methods),
        " ",
        pattern(request.pattern),
        request.witness && tryLink(request.witness, "Try"),
      ),
    ),
    one.requests.length > 3 && h("p", { class: "dim" }, `and ${counted(one.requests.length - 3, "more pattern")}`),
    h("p", null, name(one.summary, null, 400)),
    h("p", { class: "sides" }, side("before", one.old), side("now", one.new)),
    one.interceptors && gates(one.interceptors),
  );
}

const side = (title, { route, target }) =>
  h(
    "span",
    null,
    h("span", { class: "dim" }, `${title} `),
    route ? routeLink(route) : name(target ?? "nothing", { class: "mono" }, 120),
  );

function gates({ gained, lost }) {
  const chip = (sign, kind) => (gate) =>
    h("span", { class: `chip ${kind}` }, `${sign} `, name(typeof gate === "string" ? gate : (gate.id ?? ""), null, 60));
  return gained.length + lost.length
    ? h("p", { class: "chips" }, gained.map(chip("+", "good")), lost.map(chip("−", "bad")))
    : null;
}

"""###
        ),
        (
            "routes.js",
###"""
// The view of all routes, and the facts of one.

import { ask, isAway } from "./api.js";
import {
  announce,
  count,
  counted,
  debounced,
  empty,
  facts,
  failure,
  h,
  permalink,
  place,
  show,
  table,
  tryLink,
} from "./dom.js";
import { routeFacts, traffic } from "./facts.js";
import { Grid, Rows } from "./grid.js";

const FIELDS = ["tag:", "method:", "handler:", "interceptor:", "file:", "id:", "unrequested:yes"];

// Numbers are read from the largest.
const DESCENDING = new Set(["requests", "errors", "last"]);

/** The part of a query that differs from the standard. */
const fields = ({ q, sort, order }) => ({
  q,
  sort: sort === "rank" && order === "asc" ? null : sort,
  order: order === "desc" ? order : null,
});

/** The view. */
export class RoutesView {
  constructor(main, app) {
    Object.assign(this, { main, app, query: null, rows: null, open: null, shown: null, latest: null });
    this.grid = new Grid(
      (key) => this.sortBy(key),
      (id, focus) => this.choose(id, focus),
    );
    this.told = h("p", { class: "told", role: "status" });
    this.problem = h("p", { class: "problem", role: "alert" });
    this.nothing = h("div", { class: "nothing" });
    this.panel = h("aside", { class: "panel", "aria-label": "Route", tabindex: -1, hidden: true });
    this.search = debounced(() => {
      app.replace(this.address);
      this.load();
    }, 80);
    this.build();
    addEventListener("keydown", (this.escape = (event) => this.escaped(event)));
  }

  build() {
    this.input = h("input", {
      id: "filter",
      type: "search",
      class: "mono",
      placeholder: "Filter by words, or by tag:admin method:GET …",
      autocomplete: "off",
      spellcheck: "false",
      "aria-describedby": "filter-help",
      data: { search: "" },
      on: { input: () => this.typed(), keydown: (event) => this.pressed(event) },
    });
    const field = (text) => {
      const kind = text.startsWith("unrequested") ? "chip counts" : "chip";
      return h("button", { type: "button", class: kind, on: { click: () => this.insert(text) } }, text);
    };
    show(
      this.main,
      h("h1", { class: "unseen" }, "Routes"),
      h(
        "div",
        { class: "tools" },
        h("label", { for: "filter", class: "unseen" }, "Filter"),
        h("div", { class: "field" }, this.input, h("kbd", { "aria-hidden": "true" }, "/")),
        h("div", { id: "filter-help", class: "fields" }, FIELDS.map(field)),
        this.told,
        this.problem,
      ),
      h("div", { class: "split" }, h("div", { class: "holder" }, this.grid.element, this.nothing), this.panel),
    );
  }

  get address() {
    return permalink(this.open ? "route" : "routes", this.open, fields(this.query));
  }

  // What the frame calls

  show({ key, id, query }) {
    const asked = {
      q: query.get("q") ?? "",
      sort: query.get("sort") ?? "rank",
      order: query.get("order") ?? "asc",
    };
    const same = this.query && Object.keys(asked).every((field) => asked[field] === this.query[field]);
    const wanted = key === "route" ? id : null;
    this.query = asked;
    if (document.activeElement !== this.input) this.input.value = asked.q;
    if (wanted !== this.open) this.reveal(wanted, false);
    if (same && this.rows) return;
    this.load(wanted, -2 * this.grid.height).then((index) => {
      if (wanted && index !== null) this.grid.activate(index);
    });
  }

  opened(overview) {
    this.main.classList.toggle("uncounted", !overview.counting);
    this.shown = null;
    if (this.open) this.details(false);
  }

  /** After a reload, the row at the top stays where it is. Lines of files can change without a new generation. */
  async changed(overview, isSameGeneration) {
    this.main.classList.toggle("uncounted", !overview.counting);
    const { grid } = this;
    const top = grid.element.scrollTop > 0 ? this.rows?.row(grid.first)?.id : null;
    const active = this.rows?.row(grid.active)?.id;
    // A row that is not here yet has no id.
    await this.load(top ?? null, grid.element.scrollTop - (top ? grid.first * grid.height : 0));
    if (top && !isSameGeneration)
      this.notice(`Generation ${overview.generation}: the table changed, and your place was kept.`);
    if (active) grid.activate(this.rows.find(active));
    if (this.open) this.details(false);
  }

  counted() {
    this.rows?.recount(this.grid.first, this.grid.first + this.grid.inView);
    if (this.open) this.recount(this.open);
  }

  close() {
    removeEventListener("keydown", this.escape);
    this.grid.resized.disconnect();
    this.search.cancel();
    this.main.classList.remove("opened", "uncounted");
  }

  // The filter and the order

  typed() {
    this.query = { ...this.query, q: this.input.value };
    this.search();
  }

  pressed(event) {
    if (event.key === "ArrowDown" || event.key === "Enter") {
      this.grid.element.focus();
      if (this.grid.active < 0) this.grid.move(1);
    } else if (event.key === "Escape" && this.input.value) this.filter("");
    else return;
    event.preventDefault();
  }

  insert(field) {
    const text = this.input.value.trim();
    this.filter(`${text}${text ? " " : ""}${field}`);
  }

  filter(text) {
    this.input.value = text;
    this.typed();
    this.input.focus();
  }

  sortBy(key) {
    const { sort, order } = this.query;
    const first = DESCENDING.has(key) ? "desc" : "asc";
    const next = { sort: key, order: sort !== key ? first : order === "asc" ? "desc" : "asc" };
    location.hash = permalink("routes", null, fields({ ...this.query, ...next }));
  }

  // The rows

  /**
   * Loads the rows of the current filter, and returns the place of the route `keep`, or null.
   * The grid stays at that route, `shift` pixels below the top; without one it goes to `shift`.
   */
  async load(keep = null, shift = 0) {
    const rows = new Rows(fields(this.query), (arrived) => arrived === this.rows && this.grid.later());
    this.latest = rows;
    this.grid.element.setAttribute("aria-busy", "true");
    try {
      const index = keep === null ? null : await rows.near(keep);
      if (!rows.pages.size) await rows.load(0);
      if (this.latest !== rows) return null;
      this.settle(rows);
      if (keep === null) this.grid.goTo(shift);
      else if (index !== null) this.grid.element.scrollTop = index * this.grid.height + shift;
      this.grid.draw();
      return index;
    } catch (error) {
      if (this.latest === rows) this.refuse(error);
      return null;
    }
  }

  settle(rows) {
    this.rows = this.grid.rows = rows;
    this.grid.element.removeAttribute("aria-busy");
    this.grid.sorted(this.query);
    this.problem.textContent = "";
    this.tell();
  }

  tell() {
    const { matched, total } = this.rows;
    this.told.textContent =
      matched === total ? counted(total, "route") : `${count(matched)} of ${counted(total, "route")}`;
    show(this.nothing, matched === 0 && (total ? this.noMatch() : empty("There are no routes")));
  }

  /** Somebody who types a URL into the filter wants to know where it goes. */
  noMatch() {
    const clear = () => this.filter("");
    const { q } = this.query;
    return empty("No route matches this filter", [
      h("button", { type: "button", class: "link", on: { click: clear } }, "Clear the filter"),
      /^(\/|[a-z][a-z0-9+.-]*:\/)/i.test(q) && [" · ", tryLink({ url: q }, "Try it as a URL")],
    ]);
  }

  refuse(error) {
    this.grid.element.removeAttribute("aria-busy");
    if (!isAway(error)) this.problem.textContent = error.message;
  }

  /** Shows a text below the rows for a while. */
  notice(text) {
    const note = h("p", { class: "notice" }, text);
    this.nothing.before(note);
    announce(text);
    setTimeout(() => note.remove(), 6000);
  }

  // The facts of one route

  /** Opens the facts of a route; with `focus` they get the keyboard. */
  choose(id, focus) {
    this.reveal(id, focus);
    this.app.replace(this.address);
  }

  reveal(id, focus) {
    this.open = this.grid.selected = id;
    this.main.classList.toggle("opened", id !== null);
    this.panel.hidden = id === null;
    this.grid.measure();
    if (id !== null) this.details(focus);
  }

  async details(focus) {
    const id = this.open;
    const route = await ask("route", { id }).catch((error) => error);
    if (this.open !== id) return;
    if (!isAway(route) && this.shown !== route) {
      const gone = () => empty("This route is no longer in the table", "A reload removed it, or changed its id.");
      const shown = route instanceof Error ? (route.status === 404 ? gone() : failure(route)) : null;
      show(this.panel, this.closeButton(), shown ?? routeFacts(route, this.app.overview));
      this.shown = route;
    }
    if (focus) this.panel.focus();
  }

  /** Shows new counts and nothing else, so that the keyboard stays where it is. */
  async recount(id) {
    const route = await ask("route", { id }).catch(() => null);
    const shown = this.panel.querySelector(".traffic");
    if (!route || !shown || this.open !== id || this.shown === route) return;
    shown.replaceWith(traffic(route, this.app.overview));
    this.shown = route;
  }

  closeButton() {
    const close = () => {
      this.shown = null;
      this.choose(null, false);
      this.grid.element.focus();
    };
    return h("button", { type: "button", class: "close", "aria-label": "Close", on: { click: close } }, "✕");
  }

  escaped(event) {
    if (event.key !== "Escape" || this.open === null || event.target === this.input) return;
    event.preventDefault();
    this.panel.querySelector(".close")?.click();
  }
}

"""###
        ),
    ]
}
