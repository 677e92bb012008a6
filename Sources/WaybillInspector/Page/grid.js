// The table of routes: its columns, its rows by pages, and a grid that has only the rows in view as elements.

import { ask } from "./api.js";
import { count, day, h, hasOwnId, methods, name, pattern, plain, show, time } from "./dom.js";

const PAGE = 200;
const KEPT_PAGES = 40;
const SPARE = 8;
// Browsers limit how high an element can be.
const MOST_ROWS = 400000;

/** The columns: key of the sort order, title, class and content of a cell. */
const COLUMNS = [
  { key: "rank", title: "#", kind: "number rank", hint: "Order of precedence", cell: (row) => count(row.rank) },
  { key: null, title: "Methods", kind: "verbs", cell: (row) => methods(row.methods, 2) },
  { key: "url", title: "Pattern", kind: "url", cell: (row) => pattern(row.url) },
  { key: "id", title: "Route", kind: "id", cell: (row) => name(row.id, { class: hasOwnId(row) ? null : "dim" }, 120) },
  { key: "handler", title: "Goes to", kind: "target", cell: destination },
  { key: null, title: "Interceptors", kind: "gates", cell: (row) => listed(row.interceptors) },
  { key: "requests", title: "Requests", kind: "number counts", cell: (row) => zero(row.requests) },
  { key: "errors", title: "Errors", kind: "number counts errors", cell: (row) => zero(row.errors, "bad") },
  { key: "last", title: "Last", kind: "number counts", cell: (row) => lastTime(row.last) },
  { key: "file", title: "File", kind: "file", cell: (row) => shortPlace(row) },
];

function destination(row) {
  const arrow = { forward: "⤳", redirect: "↪", module: "▣" }[row.kind];
  return h(
    "span",
    null,
    arrow && h("span", { class: "arrow", title: row.kind, role: "img", "aria-label": row.kind }, arrow),
    name(row.target ?? row.handler ?? "", null, 120),
  );
}

const listed = (ids) => (ids?.length ? name(ids.join(", "), { class: "mono" }, 120) : h("span", { class: "dim" }, "–"));

/** The clock today, and the day otherwise; the exact time is its title. */
function lastTime(text) {
  const element = time(text);
  if (text && day(new Date(text)) !== day(new Date())) element.textContent = day(new Date(text)).slice(5);
  return element;
}

/** The name of the file alone; all of the path is its title. */
function shortPlace(row) {
  const whole = `${row.file}:${row.line}`;
  return name(whole.slice(whole.lastIndexOf("/") + 1), { class: "mono", title: plain(whole, 500) }, 120);
}

const zero = (value, kind) =>
  value ? h("span", { class: kind }, count(value)) : h("span", { class: "dim" }, value === 0 ? "0" : "–");

/** The rows of one filter and order, in pages that are asked for when they are seen. */
export class Rows {
  constructor(query, arrived) {
    this.query = query;
    this.arrived = arrived;
    this.pages = new Map();
    this.asked = new Map();
    this.matched = null;
    this.total = null;
    this.generation = null;
  }

  row(index) {
    return this.pages.get(Math.floor(index / PAGE))?.[index % PAGE];
  }

  /** The place of a route among the pages that are here, or -1. */
  find(id) {
    for (const [page, rows] of this.pages) {
      const at = rows.findIndex((row) => row.id === id);
      if (at >= 0) return page * PAGE + at;
    }
    return -1;
  }

  /** Asks again for the pages of these rows: their counts change without a reload. */
  recount(first, last) {
    for (let page = Math.floor(first / PAGE); page <= Math.floor(last / PAGE); page++)
      if (this.pages.has(page)) this.load(page).catch(() => {});
  }

  /** Asks for the pages of these rows that are not here. */
  need(first, last) {
    for (let page = Math.floor(first / PAGE); page <= Math.floor(Math.max(first, last) / PAGE); page++) {
      if (!this.pages.has(page) && !this.asked.has(page)) this.load(page).catch(() => {});
    }
  }

  /** Loads a page. Concurrent calls share one request. */
  load(page) {
    const known = this.asked.get(page);
    if (known) return known;
    const loading = this.fetch({ offset: page * PAGE }).finally(() => this.asked.delete(page));
    this.asked.set(page, loading);
    return loading;
  }

  /** Loads the page that holds a route, and returns the place of the route, or null. */
  async near(id) {
    const answer = await this.fetch({ offset: 0, near: id });
    return answer.index ?? null;
  }

  async fetch(fields) {
    const answer = await ask("routes", { ...this.query, ...fields, limit: PAGE });
    if (this.generation !== null && answer.generation !== this.generation) this.pages.clear();
    Object.assign(this, { generation: answer.generation, matched: answer.matched, total: answer.total });
    this.pages.set(Math.floor(answer.offset / PAGE), answer.routes);
    if (this.pages.size > KEPT_PAGES) this.pages.delete(this.pages.keys().next().value);
    this.arrived(this);
    return answer;
  }
}

/** A grid of any number of rows, of which only those in view are elements. */
export class Grid {
  constructor(sort, opened) {
    this.opened = opened;
    this.pool = [];
    this.height = 36;
    this.active = -1;
    this.selected = null;
    this.rows = null;
    this.body = h("div", { role: "rowgroup", class: "rows" });
    this.headers = COLUMNS.map((column) => header(column, sort));
    this.element = h(
      "div",
      {
        role: "grid",
        class: "grid",
        tabindex: 0,
        "aria-label": "Routes in order of precedence",
        "aria-colcount": COLUMNS.length,
        on: { keydown: (event) => this.pressed(event), scroll: () => this.later() },
      },
      h(
        "div",
        { role: "rowgroup", class: "head" },
        h("div", { role: "row", class: "row", "aria-rowindex": 1 }, this.headers),
      ),
      this.body,
    );
    this.body.addEventListener("click", (event) => this.clicked(event));
    this.resized = new ResizeObserver(() => this.measure());
    this.resized.observe(this.element);
  }

  measure() {
    const style = getComputedStyle(this.element);
    this.height = parseFloat(style.getPropertyValue("--row")) || 36;
    this.headHeight = parseFloat(style.getPropertyValue("--head")) || 34;
    this.inView = Math.ceil(this.element.clientHeight / this.height) + 1;
    this.later();
  }

  get count() {
    return Math.min(this.rows?.matched ?? 0, MOST_ROWS);
  }

  get first() {
    return Math.floor(this.element.scrollTop / this.height);
  }

  sorted({ sort, order }) {
    COLUMNS.forEach((column, index) => {
      if (column.key)
        this.headers[index].setAttribute(
          "aria-sort",
          column.key !== sort ? "none" : order === "desc" ? "descending" : "ascending",
        );
    });
  }

  later() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.draw();
    });
  }

  draw() {
    if (!this.rows || !this.height) return;
    const first = Math.max(0, this.first - SPARE);
    const last = Math.min(this.count - 1, this.first + this.inView + SPARE);
    this.element.setAttribute("aria-rowcount", this.count + 1);
    this.body.style.height = `${this.count * this.height}px`;
    this.rows.need(first, last);
    this.grow(this.inView + 2 * SPARE + 1);
    for (const line of this.pool) if (line.index < first || line.index > last) this.hide(line);
    for (let index = first; index <= last; index++) this.place(this.pool[index % this.pool.length], index);
    this.point();
  }

  grow(size) {
    if (this.pool.length >= size) return;
    for (const line of this.pool) line.index = -1;
    while (this.pool.length < size) {
      const cells = COLUMNS.map((column, index) =>
        h("div", { role: "gridcell", class: column.kind, "aria-colindex": index + 1 }),
      );
      const element = h("div", { role: "row", class: "row", id: `row-${this.pool.length}`, hidden: true }, cells);
      this.body.append(element);
      this.pool.push({ element, cells, index: -1, row: null });
    }
  }

  hide(line) {
    line.index = -1;
    line.element.hidden = true;
  }

  place(line, index) {
    const row = this.rows.row(index) ?? null;
    if (line.index !== index) {
      line.index = index;
      line.element.hidden = false;
      line.element.style.transform = `translateY(${index * this.height}px)`;
      line.element.setAttribute("aria-rowindex", index + 2);
      line.element.classList.toggle("odd", index % 2 === 1);
    }
    if (line.row !== row || !line.element.classList.contains(row ? "full" : "waiting")) this.fill(line, row);
    const chosen = row !== null && row.id === this.selected;
    line.element.classList.toggle("active", index === this.active);
    line.element.setAttribute("aria-selected", String(chosen));
  }

  fill(line, row) {
    line.row = row;
    line.element.classList.toggle("full", row !== null);
    line.element.classList.toggle("waiting", row === null);
    line.cells.forEach((cell, index) => show(cell, row ? COLUMNS[index].cell(row) : ""));
  }

  point() {
    const line = this.pool.find((one) => one.index === this.active);
    if (line && this.active >= 0) this.element.setAttribute("aria-activedescendant", line.element.id);
    else this.element.removeAttribute("aria-activedescendant");
  }

  clicked(event) {
    const line = this.pool.find((one) => one.element.contains(event.target));
    if (!line?.row) return;
    this.active = line.index;
    this.opened(line.row.id, false);
  }

  pressed(event) {
    const page = Math.max(1, this.inView - 3);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    if (event.target !== this.element) return;
    if (event.key in steps) this.move(steps[event.key]);
    else if (event.key === "Enter" && this.rows?.row(this.active)) this.opened(this.rows.row(this.active).id, true);
    else return;
    event.preventDefault();
  }

  move(step) {
    const from = this.active < 0 ? this.first - Math.sign(step) : this.active;
    this.active = Math.max(0, Math.min(this.count - 1, from + step));
    this.reveal(this.active);
    if (this.selected && this.rows.row(this.active)) this.opened(this.rows.row(this.active).id, false);
    this.later();
  }

  /** Makes a row the one that keys move from; -1 for none. */
  activate(index) {
    this.active = index;
    this.later();
  }

  /** Goes to a place in pixels, without a row that keys move from. */
  goTo(top) {
    this.active = -1;
    this.element.scrollTop = Math.max(0, top);
  }

  reveal(index) {
    const top = index * this.height;
    const room = this.element.clientHeight - this.headHeight;
    if (top < this.element.scrollTop) this.element.scrollTop = top;
    else if (top + this.height > this.element.scrollTop + room) this.element.scrollTop = top + this.height - room;
  }
}

function header(column, sort) {
  const content = column.key
    ? h(
        "button",
        {
          type: "button",
          title: column.hint ?? `Sort by ${column.title.toLowerCase()}`,
          on: { click: () => sort(column.key) },
        },
        column.title,
      )
    : column.title;
  return h("div", { role: "columnheader", class: column.kind, "aria-sort": column.key ? "none" : null }, content);
}
