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
