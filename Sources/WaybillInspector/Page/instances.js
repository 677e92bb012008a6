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
