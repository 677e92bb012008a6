// A drawing of the neighborhood of one node, in layers: on the left what leads to it, on the right where it leads.

import { h, permalink, plain, s } from "./dom.js";

const BOX = { width: 208, height: 44, gapX: 92, gapY: 16 };
const KINDS = ["route", "interceptor", "handler", "module", "protocol", "target", "fallback"];

/** Routes and targets are known by their patterns, all else by its name. */
export const labelOf = ({ kind, id, label }) => (kind === "route" || kind === "target" ? (label ?? id) : id);

/** Gives each node a layer: its distance from the center, negative for what leads here; and a place in the layer. */
export function layout(center, nodes, edges) {
  const layers = new Map([[center.key, 0]]);
  spread(layers, center.key, edges, 1);
  spread(layers, center.key, edges, -1);
  const columns = new Map();
  for (const node of nodes) {
    const layer = layers.get(node.key) ?? 1;
    columns.set(layer, [...(columns.get(layer) ?? []), node]);
  }
  const placed = new Map();
  for (const layer of [...columns.keys()].sort((a, b) => Math.abs(a) - Math.abs(b))) {
    const column = columns
      .get(layer)
      .sort(
        (a, b) =>
          weight(a, placed, edges) - weight(b, placed, edges) ||
          KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
          (a.id < b.id ? -1 : 1),
      );
    column.forEach((node, index) =>
      placed.set(node.key, {
        node,
        layer,
        x: layer * (BOX.width + BOX.gapX),
        y: (index - (column.length - 1) / 2) * (BOX.height + BOX.gapY),
      }),
    );
  }
  return placed;
}

/** Follows edges forwards (1) or backwards (-1) from the center, breadth first. Nodes that have a layer keep it. */
function spread(layers, from, edges, direction) {
  let ring = [from];
  for (let layer = direction; ring.length; layer += direction) {
    const next = [];
    for (const edge of edges) {
      const [start, end] = direction > 0 ? [edge.from, edge.to] : [edge.to, edge.from];
      if (!ring.includes(start) || layers.has(end)) continue;
      layers.set(end, layer);
      next.push(end);
    }
    ring = next;
  }
}

/** The mean height of the placed neighbors of a node: near to them, edges cross less. */
function weight(node, placed, edges) {
  const heights = edges
    .flatMap(({ from, to }) => (from === node.key ? [to] : to === node.key ? [from] : []))
    .map((other) => placed.get(other)?.y)
    .filter((y) => y !== undefined);
  return heights.length ? heights.reduce((sum, y) => sum + y, 0) / heights.length : 0;
}

/** Prevents the click that may follow the end of a movement at once. */
function swallowClick() {
  const end = new AbortController();
  addEventListener("click", (event) => event.preventDefault(), { capture: true, signal: end.signal });
  setTimeout(() => end.abort());
}

/** The rectangle around all boxes. Edges within a column bend beyond its boxes. */
function frame(spots) {
  const [xs, ys] = [spots.map(({ x }) => x), spots.map(({ y }) => y)];
  const [dx, dy] = [BOX.width / 2 + 60, BOX.height / 2 + 24];
  const [x, y] = [Math.min(...xs) - dx, Math.min(...ys) - dy];
  return { x, y, width: Math.max(...xs) + dx - x, height: Math.max(...ys) + dy - y };
}

/** The drawing, which can be zoomed and moved with the pointer, the wheel and keys. */
export class Picture {
  constructor(placed, edges, center) {
    this.placed = placed;
    const spots = [...placed.values()];
    this.whole = frame(spots);
    this.svg = s(
      "svg",
      { class: "picture", role: "group", "aria-label": `Neighbors of ${plain(labelOf(center), 80)}` },
      arrowhead(),
      edges.map((edge) => this.edge(edge)),
      spots.map((spot) => this.box(spot, center)),
    );
    this.element = h("div", { class: "canvas" }, this.svg, this.buttons());
    this.listen();
    requestAnimationFrame(() => this.fit(this.svg.getBoundingClientRect().width < 700 ? 1.5 : 1.8));
  }

  buttons() {
    const button = (label, text, act) =>
      h("button", { type: "button", class: "quiet", "aria-label": label, on: { click: act } }, text);
    return h(
      "div",
      { class: "zoom" },
      button("Zoom in", "+", () => this.zoom(0.8)),
      button("Zoom out", "−", () => this.zoom(1.25)),
      button("Show all", "Fit", () => this.fit()),
    );
  }

  listen() {
    this.svg.addEventListener("keydown", (event) => this.pressed(event));
    this.svg.addEventListener("wheel", (event) => this.wheeled(event), { passive: false });
    this.svg.addEventListener("pointerdown", (event) => this.grab(event));
    this.svg.addEventListener("dragstart", (event) => event.preventDefault());
  }

  /** Without a key, the wheel scrolls the page. A pinch on a touchpad is a wheel with the control key. */
  wheeled(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.zoom(event.deltaY > 0 ? 1.12 : 0.89, this.at(event));
  }

  edge({ from, to, kind }) {
    const [a, b] = [this.placed.get(from), this.placed.get(to)];
    if (!a || !b || a === b) return null;
    const forward = b.x > a.x ? 1 : -1;
    const same = a.x === b.x;
    const x1 = a.x + (forward * BOX.width) / 2;
    const x2 = same ? x1 : b.x - (forward * BOX.width) / 2;
    const bend = same ? 60 * forward : (x2 - x1) / 2;
    const path = `M${x1} ${a.y} C${x1 + bend} ${a.y} ${same ? x2 + bend : x2 - bend} ${b.y} ${x2} ${b.y}`;
    return s(
      "g",
      { class: `edge ${kind ?? ""}` },
      s("title", null, plain(`${a.node.id} ${kind ?? "leads to"} ${b.node.id}`)),
      s("path", { d: path, "marker-end": "url(#arrow)" }),
    );
  }

  box({ node, x, y }, center) {
    const label = plain(labelOf(node), 26);
    return s(
      "a",
      {
        class: `node ${node.kind}${node === center ? " center" : ""}`,
        href: permalink("graph", node.key),
        transform: `translate(${x - BOX.width / 2} ${y - BOX.height / 2})`,
        data: { key: node.key },
        "aria-label": plain(`${node.kind} ${labelOf(node)}`, 120),
      },
      s("title", null, plain(labelOf(node), 500)),
      s("rect", { width: BOX.width, height: BOX.height, rx: 8 }),
      s("rect", { class: "stripe", width: 4, height: BOX.height - 16, x: 8, y: 8, rx: 2 }),
      s("text", { class: "kind-text", x: 22, y: 17 }, node.kind),
      s("text", { class: "label", x: 22, y: 33 }, label),
    );
  }

  /** Shows all, or as much of it around the center as remains readable: `most` limits how small it becomes. */
  fit(most = Infinity) {
    const { width, height } = this.svg.getBoundingClientRect();
    const scale = Math.min(most, Math.max(this.whole.width / width, this.whole.height / height, 0.9));
    const size = { width: width * scale, height: height * scale };
    const middle = (start, whole, part) => (part < whole ? -part / 2 : start + (whole - part) / 2);
    this.look({
      x: middle(this.whole.x, this.whole.width, size.width),
      y: middle(this.whole.y, this.whole.height, size.height),
      ...size,
    });
  }

  look(box) {
    this.view = box;
    this.svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
  }

  zoom(factor, point = { x: this.view.x + this.view.width / 2, y: this.view.y + this.view.height / 2 }) {
    const box = this.view;
    this.look({
      x: point.x - (point.x - box.x) * factor,
      y: point.y - (point.y - box.y) * factor,
      width: box.width * factor,
      height: box.height * factor,
    });
  }

  at(event) {
    const frame = this.svg.getBoundingClientRect();
    return {
      x: this.view.x + ((event.clientX - frame.x) / frame.width) * this.view.width,
      y: this.view.y + ((event.clientY - frame.y) / frame.height) * this.view.height,
    };
  }

  /** Moves the drawing with the pointer. A press without movement remains a click. */
  grab(event) {
    if (event.button !== 0) return;
    const { view } = this;
    const ratio = view.width / this.svg.getBoundingClientRect().width;
    const [startX, startY] = [event.clientX, event.clientY];
    let isMoved = false;
    const move = ({ clientX, clientY }) => {
      const [x, y] = [clientX - startX, clientY - startY];
      isMoved ||= Math.hypot(x, y) > 4;
      if (isMoved) this.look({ ...view, x: view.x - x * ratio, y: view.y - y * ratio });
    };
    const end = new AbortController();
    const stop = () => {
      end.abort();
      if (isMoved) swallowClick();
    };
    addEventListener("pointermove", move, { signal: end.signal });
    addEventListener("pointerup", stop, { signal: end.signal });
    addEventListener("pointercancel", () => end.abort(), { signal: end.signal });
  }

  pressed(event) {
    const directions = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.key in directions) this.step(event.target.closest("[data-key]"), directions[event.key]);
    else if (event.key === "+" || event.key === "=") this.zoom(0.8);
    else if (event.key === "-") this.zoom(1.25);
    else if (event.key === "0") this.fit();
    else return;
    event.preventDefault();
  }

  /** Gives the focus to the nearest node in a direction. */
  step(element, [dx, dy]) {
    const from = this.placed.get(element?.dataset.key);
    if (!from) return;
    const far = ({ x, y }) => Math.abs(x - from.x) * (dx ? 1 : 8) + Math.abs(y - from.y) * (dy ? 1 : 2);
    const ahead = [...this.placed.values()]
      .filter(({ x, y }) => (x - from.x) * dx + (y - from.y) * dy > 0)
      .sort((a, b) => far(a) - far(b));
    if (ahead.length)
      [...this.svg.querySelectorAll("[data-key]")].find(({ dataset }) => dataset.key === ahead[0].node.key)?.focus();
  }
}

const arrowhead = () =>
  s(
    "defs",
    null,
    s(
      "marker",
      {
        id: "arrow",
        viewBox: "0 0 8 8",
        refX: 7,
        refY: 4,
        markerWidth: 7,
        markerHeight: 7,
        orient: "auto-start-reverse",
      },
      s("path", { d: "M0 0 8 4 0 8z" }),
    ),
  );
