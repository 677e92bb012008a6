// Interceptors and policies: what each covers, and what it does not.

import { ask, isAway } from "./api.js";
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
export function gatesView(main, app) {
  const state = { gates: null, policies: null, open: null, of: "missed" };
  const list = h("nav", { class: "picker", "aria-label": "Interceptors and policies" });
  const details = h("section", { class: "facts-pane", "aria-label": "Coverage of the interceptor" });
  show(
    main,
    h("h1", null, "Interceptors"),
    h("p", { class: "lead" }, "Which routes an interceptor runs before, and which it does not cover."),
    h("div", { class: "columns narrow-wide" }, list, details),
  );

  async function load() {
    try {
      const [gates, policies] = await Promise.all([ask("interceptors"), ask("policies")]);
      Object.assign(state, {
        gates: gates.interceptors,
        total: gates.total,
        policies: policies.policies,
        file: policies.file,
      });
      await draw();
    } catch (error) {
      if (!isAway(error)) show(list, failure(error));
    }
  }

  function draw() {
    state.open ??= state.gates[0]?.id ?? (state.policies.length ? policyKey(state.policies[0], 0) : null);
    show(
      list,
      h("h2", null, counted(state.gates.length, "interceptor")),
      state.gates.length ? h("ul", null, state.gates.map(gate)) : h("p", { class: "dim" }, "None is declared."),
      h("h2", null, state.policies.length === 1 ? "1 policy" : `${state.policies.length} policies`),
      state.policies.length
        ? h("ul", null, state.policies.map(policy))
        : h("p", { class: "dim" }, "None: '.waybill.yaml' demands nothing of routes."),
    );
    return open();
  }

  const current = (key) => (key === state.open ? "true" : null);

  function gate(one) {
    const all = state.total;
    return h(
      "li",
      null,
      h(
        "a",
        { href: permalink("gates", one.id), "aria-current": current(one.id) },
        h("span", { class: "mono" }, name(one.id, null, 60)),
        meter(one.covers, all, `covers ${one.covers} of ${counted(all, "route")}`),
        h("span", { class: "dim" }, one.misses === 0 ? "all" : `${count(one.covers)} / ${count(all)}`),
      ),
    );
  }

  function policy(one, index) {
    return h(
      "li",
      { class: "policy" },
      h(
        "a",
        { href: permalink("gates", policyKey(one, index)), "aria-current": current(policyKey(one, index)) },
        h("span", null, name(one.text, null, 120)),
        h("span", { class: `badge ${one.holds ? "good" : "bad"}` }, one.holds ? "holds" : "broken"),
      ),
    );
  }

  function open() {
    const one = state.gates.find(({ id }) => id === state.open);
    if (one) return openGate(one);
    const index = state.policies.findIndex((each, at) => policyKey(each, at) === state.open);
    if (index >= 0) return show(details, policyFacts(state.policies[index], index, state.file));
    show(
      details,
      state.open === null
        ? empty("Nothing to show", "No interceptor and no policy is declared.")
        : empty("This interceptor is no longer declared", "A reload removed it."),
    );
  }

  async function openGate(one, most = PAGE) {
    const asked = `${one.id}/${state.of}`;
    state.asked = asked;
    try {
      const answer = await ask("interceptor", { id: one.id, of: state.of, offset: 0, limit: Math.min(most, 200) });
      const rows = [...answer.routes];
      while (rows.length < Math.min(most, answer.total))
        rows.push(...(await ask("interceptor", { id: one.id, of: state.of, offset: rows.length, limit: 200 })).routes);
      if (state.asked === asked)
        show(
          details,
          gateFacts(one, rows, answer.total, () => openGate(one, rows.length + PAGE)),
        );
    } catch (error) {
      if (!isAway(error)) show(details, failure(error));
    }
  }

  function gateFacts(one, rows, total, more) {
    const tab = (of, text) =>
      h("a", { href: permalink("gates", one.id, { of }), "aria-current": state.of === of ? "true" : null }, text);
    const columns = [
      ["Methods", (row) => methods(row.methods)],
      ["Route", routeCell],
      [
        "Example request",
        (row) => (row.example ? tryLink(row.example, name(row.example.url, { class: "mono" }, 60)) : ""),
      ],
    ];
    if (rows.some((row) => row.reason)) columns.push(["Why", (row) => name(row.reason ?? "", null, 200)]);
    return [
      h("h2", { class: "mono" }, name(one.id, null, 200)),
      one.summary && h("p", null, name(one.summary, null, 400)),
      h(
        "p",
        { class: "dim" },
        one.kind,
        one.code && [" ", name(one.code, { class: "mono" }, 80)],
        " for ",
        one.patterns?.length ? one.patterns.slice(0, 4).map((each) => [pattern(each), " "]) : "every URL ",
        " · ",
        place(one.file, one.line),
      ),
      h(
        "nav",
        { class: "tabs", "aria-label": "Lists" },
        tab("missed", `Not covered (${count(one.misses)})`),
        tab("covered", `Covered (${count(one.covers)})`),
      ),
      total
        ? table(
            state.of === "missed" ? "Routes that it does not cover" : "Routes that it covers",
            columns,
            rows,
            total,
            more,
          )
        : empty(state.of === "missed" ? "It covers every route" : "It covers no route"),
    ];
  }

  return {
    show({ id, query }) {
      state.open = id ?? state.open;
      state.of = query.get("of") === "covered" ? "covered" : "missed";
      load().then(() => id && bring(details));
    },
    changed(overview, same) {
      if (!same) load();
    },
  };
}

/** The pattern, and the id if it says more. */
const routeCell = (row) => [
  h("a", { href: permalink("route", row.id) }, pattern(row.url)),
  hasOwnId(row) && h("span", { class: "id dim" }, name(row.id, { class: "mono" }, 120)),
];

const policyKey = (_, index) => `policy:${index + 1}`;

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
