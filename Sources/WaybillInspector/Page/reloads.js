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
