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
