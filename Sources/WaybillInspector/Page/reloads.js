// Reloads: what was loaded and rejected, and what each changed.

import { ask, isAway } from "./api.js";
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
const OUTCOMES = { loaded: "good", refused: "bad", rejected: "bad", unchanged: "quiet" };
const WORDS = { refused: "rejected" };

/** The view. */
export function reloadsView(main) {
  const state = { list: [], total: 0, open: null, answer: null };
  const list = h("div", { class: "timeline" });
  const details = h("section", { class: "facts-pane", "aria-label": "Reload", tabindex: -1 });
  show(
    main,
    h("h1", null, "Reloads"),
    h("p", { class: "lead" }, "The newest first. Times are those of this browser."),
    h("div", { class: "columns narrow-wide" }, list, details),
  );

  async function load(most = PAGE) {
    try {
      const rows = [];
      do {
        const answer = await ask("reloads", { offset: rows.length, limit: PAGE });
        rows.push(...answer.reloads);
        state.total = answer.total ?? rows.length;
        if (!answer.reloads.length) break;
      } while (rows.length < Math.min(most, state.total));
      state.list = rows;
      draw();
    } catch (error) {
      if (!isAway(error)) show(list, failure(error));
    }
  }

  function draw() {
    if (!state.list.length)
      return show(
        list,
        empty("No reload yet", "The table is as it was at the start. Save a manifest to see a reload here."),
      );
    const days = Map.groupBy ? Map.groupBy(state.list, (one) => day(new Date(one.at))) : grouped(state.list);
    show(
      list,
      [...days].map(([title, rows]) => [
        h("h2", { class: "day" }, title === day(new Date()) ? "Today" : title),
        h("ol", null, rows.map(item)),
      ]),
      state.list.length < state.total &&
        h(
          "button",
          { type: "button", class: "more", on: { click: () => load(state.list.length + PAGE) } },
          `Show more (${count(state.total - state.list.length)} left)`,
        ),
    );
    if (state.open === null && state.list.length) open(key(state.list[0]));
  }

  function item(one) {
    const chosen = key(one) === state.open;
    return h(
      "li",
      { class: OUTCOMES[one.outcome] },
      h(
        "a",
        { href: permalink("reloads", key(one)), "aria-current": chosen ? "true" : null },
        h("span", { class: "when" }, h("time", { datetime: one.at, title: one.at }, clock(new Date(one.at)))),
        h(
          "span",
          { class: "outcome" },
          one.outcome === "loaded" ? `generation ${one.generation}` : (WORDS[one.outcome] ?? one.outcome),
        ),
        h("span", { class: "cost" }, duration(one.duration)),
        h(
          "span",
          { class: "summary" },
          one.outcome === "loaded"
            ? (amounts(one) ?? (one.trigger === "start" ? "the start" : "no route changed"))
            : name(one.summary ?? "", null, 120),
        ),
      ),
    );
  }

  function mark(id) {
    for (const link of list.querySelectorAll("a")) {
      if (link.getAttribute("href") === permalink("reloads", id)) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }

  async function open(id) {
    state.open = id;
    mark(id);
    try {
      const answer = await ask("reload", { number: id });
      if (state.open === id && state.answer !== answer) show(details, reload(answer));
      state.answer = answer;
    } catch (error) {
      if (state.open === id && !isAway(error))
        show(
          details,
          error.status === 404 ? empty("This reload is forgotten", "Only the last reloads are kept.") : failure(error),
        );
    }
  }

  return {
    show({ id }) {
      state.open = id;
      load().then(() => id !== null && open(id).then(() => bring(details)));
    },
    changed() {
      const newest = state.list.length && state.open === key(state.list[0]) && !location.hash.startsWith("#/reloads/");
      if (newest) state.open = null;
      load(state.list.length);
    },
  };
}

/** Rejected saves have no generation of their own, so attempts are numbered. */
const key = (one) => String(one.number);

function grouped(list) {
  const days = new Map();
  for (const one of list) days.set(day(new Date(one.at)), [...(days.get(day(new Date(one.at))) ?? []), one]);
  return days;
}

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
