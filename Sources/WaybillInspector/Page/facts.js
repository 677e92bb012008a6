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
