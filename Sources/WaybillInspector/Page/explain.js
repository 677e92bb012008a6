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
