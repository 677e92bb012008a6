// The graph: what leads to a node, and where it leads.

import { ask, isAborted, isAway } from "./api.js";
import { announce, count, counted, debounced, empty, failure, h, name, permalink, place, plain, show } from "./dom.js";
import { labelOf, layout, Picture } from "./picture.js";

/** The view. */
export class GraphView {
  constructor(main) {
    Object.assign(this, { node: null, steps: 1, answer: null, kind: null });
    this.search = h("input", {
      id: "graph-search",
      type: "search",
      class: "mono",
      placeholder: "Find a route, interceptor, handler, module …",
      autocomplete: "off",
      spellcheck: "false",
      "aria-controls": "graph-found",
      data: { search: "" },
      on: { input: () => this.find(), keydown: (event) => this.pressed(event) },
    });
    const options = [1, 2].map((value) => h("option", { value }, counted(value, "step")));
    this.depth = h("select", { id: "graph-depth", on: { change: () => this.go() } }, options);
    const on = { keydown: (event) => walkList(event, this.found, this.search) };
    this.found = h("ul", { id: "graph-found", class: "found", "aria-label": "Nodes found", on });
    this.content = h("div", { class: "graph-content" });
    this.find = debounced(() => this.load(), 100);
    this.build(main);
  }

  build(main) {
    show(
      main,
      h("h1", { class: "unseen" }, "Graph"),
      h(
        "div",
        { class: "tools" },
        h("label", { for: "graph-search", class: "unseen" }, "Find a node"),
        h("div", { class: "field" }, this.search, h("kbd", { "aria-hidden": "true" }, "/")),
        h("div", { class: "control inline" }, h("label", { for: "graph-depth" }, "Depth"), this.depth),
      ),
      this.found,
      this.content,
    );
  }

  show({ id, query }) {
    Object.assign(this, { node: id || null, steps: query.get("depth") === "2" ? 2 : 1, answer: null });
    this.depth.value = String(this.steps);
    this.draw();
  }

  changed(overview, isSameGeneration) {
    if (!isSameGeneration) this.draw();
  }

  close() {
    this.find.cancel();
  }

  go() {
    location.hash = permalink("graph", this.node, { depth: this.depth.value === "1" ? null : this.depth.value });
  }

  // Finding a node

  pressed(event) {
    if (event.key === "Escape") this.clear();
    else if (event.key === "ArrowDown") this.found.querySelector("a")?.focus();
    else if (event.key === "Enter") this.found.querySelector("a")?.click();
  }

  clear() {
    this.search.value = "";
    this.kind = null;
    show(this.found);
  }

  browse(kind) {
    this.kind = kind;
    this.search.focus();
    this.find();
  }

  get question() {
    return this.search.value.trim() || (this.kind && `${this.kind}:`);
  }

  async load() {
    const { question: q } = this;
    if (!q) return show(this.found);
    try {
      const { nodes, total } = await ask("search", { q });
      if (q !== this.question) return;
      show(
        this.found,
        nodes.map((node) => this.result(node)),
        !nodes.length && h("li", { class: "dim" }, "No node has such a name."),
        total > nodes.length &&
          h("li", { class: "dim" }, `and ${count(total - nodes.length)} more: type more of the name`),
      );
      announce(counted(total, "node"));
    } catch (error) {
      if (!isAborted(error) && !isAway(error)) show(this.found, h("li", null, plain(error.message)));
    }
  }

  result(node) {
    const label = name(labelOf(node), { class: "mono" }, 80);
    const on = { click: () => this.clear() };
    return h("li", null, h("a", { href: permalink("graph", node.key), on }, kindBadge(node.kind), " ", label));
  }

  // The drawing

  async draw() {
    const { node } = this;
    const answer = await ask("graph", node === null ? {} : { node, depth: this.steps }).catch((error) => error);
    if (this.node !== node || answer === this.answer || isAway(answer)) return;
    this.answer = answer;
    const gone = () => empty("This node is no longer in the graph", "A reload removed it.");
    if (answer instanceof Error) return show(this.content, answer.status === 404 ? gone() : failure(answer));
    show(this.content, node === null ? this.kinds(answer.kinds) : neighborhood(answer));
  }

  kinds(list) {
    const card = ({ kind, count: amount }) =>
      h(
        "button",
        { type: "button", class: "card", on: { click: () => this.browse(kind) } },
        h("span", { class: "figure" }, count(amount)),
        h("span", { class: "kind-name" }, amount === 1 ? kind : `${kind}s`),
      );
    return [
      h("p", { class: "lead" }, "Choose a node to see what leads to it, and where it leads."),
      h(
        "ul",
        { class: "cards kinds" },
        list.map((one) => h("li", null, card(one))),
      ),
    ];
  }
}

const kindBadge = (kind) => h("span", { class: `badge kind ${kind}` }, kind);

/** Arrow keys go through a list of links, and back to the field above it. */
function walkList(event, list, field) {
  const links = [...list.querySelectorAll("a")];
  const at = links.indexOf(document.activeElement);
  if (event.key === "ArrowDown") links[Math.min(at + 1, links.length - 1)]?.focus();
  else if (event.key === "ArrowUp") (links[at - 1] ?? field).focus();
  else if (event.key === "Escape") field.focus();
  else return;
  event.preventDefault();
}

function neighborhood(answer) {
  const center = answer.nodes.find((node) => node.key === key(answer.node)) ?? answer.nodes[0];
  if (!center) return empty("This node has no neighbors");
  const placed = layout(center, answer.nodes, answer.edges);
  const picture = new Picture(placed, answer.edges, center);
  return [
    h(
      "div",
      { class: "node-title" },
      h("a", { href: "#/graph" }, "Graph"),
      h("span", { class: "dim", "aria-hidden": "true" }, "/"),
      kindBadge(center.kind),
      h("h2", { class: "mono" }, name(labelOf(center), null, 120)),
      place(center.file, center.line),
      center.kind === "route" && h("a", { href: permalink("route", center.id) }, "Facts"),
      center.kind === "interceptor" && h("a", { href: permalink("gates", center.id) }, "What it covers"),
    ),
    answer.more > 0 && h("p", { class: "warn" }, `${counted(answer.more, "more node")} not drawn.`),
    picture.element,
    lists(center, answer),
  ];
}

const key = (node) => (typeof node === "string" ? node : node?.key);

/** The same in words, for a reader that sees no drawing. */
function lists(center, { nodes, edges }) {
  const named = new Map(nodes.map((node) => [node.key, node]));
  const row = (edge, other) =>
    h(
      "li",
      null,
      h("span", { class: "dim" }, `${edge.kind ?? ""} `),
      h("a", { class: "mono", href: permalink("graph", other.key) }, name(labelOf(other), null, 80)),
    );
  const list = (title, from, to) => {
    const rows = edges
      .filter((edge) => edge[from] === center.key && named.has(edge[to]))
      .map((edge) => row(edge, named.get(edge[to])));
    return h(
      "section",
      null,
      h("h3", null, title),
      rows.length ? h("ul", { class: "plainlist" }, rows) : h("p", { class: "dim" }, "Nothing."),
    );
  };
  return h(
    "div",
    { class: "columns lists" },
    list("What leads here", "to", "from"),
    list("Where it leads", "from", "to"),
  );
}
