// The view of all routes, and the facts of one.

import { ask, isAway } from "./api.js";
import {
  announce,
  count,
  counted,
  debounced,
  empty,
  facts,
  failure,
  h,
  permalink,
  place,
  show,
  table,
  tryLink,
} from "./dom.js";
import { routeFacts, traffic } from "./facts.js";
import { Grid, Rows } from "./grid.js";

const FIELDS = ["tag:", "method:", "handler:", "interceptor:", "file:", "id:", "unrequested:yes"];

// Numbers are read from the largest.
const DESCENDING = new Set(["requests", "errors", "last"]);

/** The part of a query that differs from the standard. */
const fields = ({ q, sort, order }) => ({
  q,
  sort: sort === "rank" && order === "asc" ? null : sort,
  order: order === "desc" ? order : null,
});

/** The view. */
export class RoutesView {
  constructor(main, app) {
    Object.assign(this, { main, app, query: null, rows: null, open: null, shown: null, latest: null });
    this.grid = new Grid(
      (key) => this.sortBy(key),
      (id, focus) => this.choose(id, focus),
    );
    this.told = h("p", { class: "told", role: "status" });
    this.problem = h("p", { class: "problem", role: "alert" });
    this.nothing = h("div", { class: "nothing" });
    this.panel = h("aside", { class: "panel", "aria-label": "Route", tabindex: -1, hidden: true });
    this.search = debounced(() => {
      app.replace(this.address);
      this.load();
    }, 80);
    this.build();
    addEventListener("keydown", (this.escape = (event) => this.escaped(event)));
  }

  build() {
    this.input = h("input", {
      id: "filter",
      type: "search",
      class: "mono",
      placeholder: "Filter by words, or by tag:admin method:GET …",
      autocomplete: "off",
      spellcheck: "false",
      "aria-describedby": "filter-help",
      data: { search: "" },
      on: { input: () => this.typed(), keydown: (event) => this.pressed(event) },
    });
    const field = (text) => {
      const kind = text.startsWith("unrequested") ? "chip counts" : "chip";
      return h("button", { type: "button", class: kind, on: { click: () => this.insert(text) } }, text);
    };
    show(
      this.main,
      h("h1", { class: "unseen" }, "Routes"),
      h(
        "div",
        { class: "tools" },
        h("label", { for: "filter", class: "unseen" }, "Filter"),
        h("div", { class: "field" }, this.input, h("kbd", { "aria-hidden": "true" }, "/")),
        h("div", { id: "filter-help", class: "fields" }, FIELDS.map(field)),
        this.told,
        this.problem,
      ),
      h("div", { class: "split" }, h("div", { class: "holder" }, this.grid.element, this.nothing), this.panel),
    );
  }

  get address() {
    return permalink(this.open ? "route" : "routes", this.open, fields(this.query));
  }

  // What the frame calls

  show({ key, id, query }) {
    const asked = {
      q: query.get("q") ?? "",
      sort: query.get("sort") ?? "rank",
      order: query.get("order") ?? "asc",
    };
    const same = this.query && Object.keys(asked).every((field) => asked[field] === this.query[field]);
    const wanted = key === "route" ? id : null;
    this.query = asked;
    if (document.activeElement !== this.input) this.input.value = asked.q;
    if (wanted !== this.open) this.reveal(wanted, false);
    if (same && this.rows) return;
    this.load(wanted, -2 * this.grid.height).then((index) => {
      if (wanted && index !== null) this.grid.activate(index);
    });
  }

  opened(overview) {
    this.main.classList.toggle("uncounted", !overview.counting);
    this.shown = null;
    if (this.open) this.details(false);
  }

  /** After a reload, the row at the top stays where it is. Lines of files can change without a new generation. */
  async changed(overview, isSameGeneration) {
    this.main.classList.toggle("uncounted", !overview.counting);
    const { grid } = this;
    const top = grid.element.scrollTop > 0 ? this.rows?.row(grid.first)?.id : null;
    const active = this.rows?.row(grid.active)?.id;
    // A row that is not here yet has no id.
    await this.load(top ?? null, grid.element.scrollTop - (top ? grid.first * grid.height : 0));
    if (top && !isSameGeneration)
      this.notice(`Generation ${overview.generation}: the table changed, and your place was kept.`);
    if (active) grid.activate(this.rows.find(active));
    if (this.open) this.details(false);
  }

  counted() {
    this.rows?.recount(this.grid.first, this.grid.first + this.grid.inView);
    if (this.open) this.recount(this.open);
  }

  close() {
    removeEventListener("keydown", this.escape);
    this.grid.resized.disconnect();
    this.search.cancel();
    this.main.classList.remove("opened", "uncounted");
  }

  // The filter and the order

  typed() {
    this.query = { ...this.query, q: this.input.value };
    this.search();
  }

  pressed(event) {
    if (event.key === "ArrowDown" || event.key === "Enter") {
      this.grid.element.focus();
      if (this.grid.active < 0) this.grid.move(1);
    } else if (event.key === "Escape" && this.input.value) this.filter("");
    else return;
    event.preventDefault();
  }

  insert(field) {
    const text = this.input.value.trim();
    this.filter(`${text}${text ? " " : ""}${field}`);
  }

  filter(text) {
    this.input.value = text;
    this.typed();
    this.input.focus();
  }

  sortBy(key) {
    const { sort, order } = this.query;
    const first = DESCENDING.has(key) ? "desc" : "asc";
    const next = { sort: key, order: sort !== key ? first : order === "asc" ? "desc" : "asc" };
    location.hash = permalink("routes", null, fields({ ...this.query, ...next }));
  }

  // The rows

  /**
   * Loads the rows of the current filter, and returns the place of the route `keep`, or null.
   * The grid stays at that route, `shift` pixels below the top; without one it goes to `shift`.
   */
  async load(keep = null, shift = 0) {
    const rows = new Rows(fields(this.query), (arrived) => arrived === this.rows && this.grid.later());
    this.latest = rows;
    this.grid.element.setAttribute("aria-busy", "true");
    try {
      const index = keep === null ? null : await rows.near(keep);
      if (!rows.pages.size) await rows.load(0);
      if (this.latest !== rows) return null;
      this.settle(rows);
      if (keep === null) this.grid.goTo(shift);
      else if (index !== null) this.grid.element.scrollTop = index * this.grid.height + shift;
      this.grid.draw();
      return index;
    } catch (error) {
      if (this.latest === rows) this.refuse(error);
      return null;
    }
  }

  settle(rows) {
    this.rows = this.grid.rows = rows;
    this.grid.element.removeAttribute("aria-busy");
    this.grid.sorted(this.query);
    this.problem.textContent = "";
    this.tell();
  }

  tell() {
    const { matched, total } = this.rows;
    this.told.textContent =
      matched === total ? counted(total, "route") : `${count(matched)} of ${counted(total, "route")}`;
    show(this.nothing, matched === 0 && (total ? this.noMatch() : empty("There are no routes")));
  }

  /** Somebody who types a URL into the filter wants to know where it goes. */
  noMatch() {
    const clear = () => this.filter("");
    const { q } = this.query;
    return empty("No route matches this filter", [
      h("button", { type: "button", class: "link", on: { click: clear } }, "Clear the filter"),
      /^(\/|[a-z][a-z0-9+.-]*:\/)/i.test(q) && [" · ", tryLink({ url: q }, "Try it as a URL")],
    ]);
  }

  refuse(error) {
    this.grid.element.removeAttribute("aria-busy");
    if (!isAway(error)) this.problem.textContent = error.message;
  }

  /** Shows a text below the rows for a while. */
  notice(text) {
    const note = h("p", { class: "notice" }, text);
    this.nothing.before(note);
    announce(text);
    setTimeout(() => note.remove(), 6000);
  }

  // The facts of one route

  /** Opens the facts of a route; with `focus` they get the keyboard. */
  choose(id, focus) {
    this.reveal(id, focus);
    this.app.replace(this.address);
  }

  reveal(id, focus) {
    this.open = this.grid.selected = id;
    this.main.classList.toggle("opened", id !== null);
    this.panel.hidden = id === null;
    this.grid.measure();
    if (id !== null) this.details(focus);
  }

  async details(focus) {
    const id = this.open;
    const route = await ask("route", { id }).catch((error) => error);
    if (this.open !== id) return;
    if (!isAway(route) && this.shown !== route) {
      const gone = () => empty("This route is no longer in the table", "A reload removed it, or changed its id.");
      const shown = route instanceof Error ? (route.status === 404 ? gone() : failure(route)) : null;
      show(this.panel, this.closeButton(), shown ?? routeFacts(route, this.app.overview));
      this.shown = route;
    }
    if (focus) this.panel.focus();
  }

  /** Shows new counts and nothing else, so that the keyboard stays where it is. */
  async recount(id) {
    const route = await ask("route", { id }).catch(() => null);
    const shown = this.panel.querySelector(".traffic");
    if (!route || !shown || this.open !== id || this.shown === route) return;
    shown.replaceWith(traffic(route, this.app.overview));
    this.shown = route;
  }

  closeButton() {
    const close = () => {
      this.shown = null;
      this.choose(null, false);
      this.grid.element.focus();
    };
    return h("button", { type: "button", class: "close", "aria-label": "Close", on: { click: close } }, "✕");
  }

  escaped(event) {
    if (event.key !== "Escape" || this.open === null || event.target === this.input) return;
    event.preventDefault();
    this.panel.querySelector(".close")?.click();
  }
}
