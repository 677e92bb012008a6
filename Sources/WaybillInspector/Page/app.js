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
