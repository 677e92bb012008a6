// Coverage: what tests and real requests reached.

import { ask, isAway } from "./api.js";
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
export function coverageView(main) {
  const content = h("div");
  let shown = PAGE;
  let last = null;
  show(
    main,
    h("h1", null, "Coverage"),
    h("p", { class: "lead" }, "What the tests of the manifests and the requests since the start reached."),
    content,
  );

  async function load() {
    try {
      const answer = await ask("coverage", { offset: 0, limit: Math.min(shown, 200) });
      const rows = [...(answer.uncovered ?? [])];
      const { total } = answer;
      while (rows.length < Math.min(shown, total)) {
        const next = (await ask("coverage", { offset: rows.length, limit: 200 })).uncovered;
        if (!next.length) break;
        rows.push(...next);
      }
      if (answer === last && rows.length <= PAGE) return;
      last = answer;
      show(
        content,
        cards(answer),
        missing(rows, total, () => {
          shown = rows.length + PAGE;
          load();
        }),
      );
    } catch (error) {
      if (!isAway(error)) show(content, failure(error));
    }
  }
  return { show: load, changed: load, counted: load };
}

function cards({ tests, kinds, results, requests }) {
  return h(
    "div",
    { class: "cards" },
    card(
      "Tests",
      tests.covered,
      tests.total,
      tests.total ? "units are covered by a test" : "There is nothing to cover.",
      [units(kinds), passed(results)],
    ),
    requests
      ? card(
          "Requests",
          requests.reached,
          requests.total,
          "routes were requested since the start",
          requests.reached < requests.total &&
            h(
              "p",
              null,
              h(
                "a",
                { href: permalink("routes", null, { q: "unrequested:yes" }) },
                `Show the ${counted(requests.total - requests.reached, "route")} that nobody requested`,
              ),
            ),
        )
      : h(
          "section",
          { class: "card" },
          h("h2", null, "Requests"),
          h(
            "p",
            { class: "dim" },
            "A folder receives no requests. Open the inspector of a running service to see what real requests reach.",
          ),
        ),
  );
}

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
