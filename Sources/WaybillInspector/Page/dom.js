// Builds the page. Every text of a manifest is data: it becomes text nodes only, with invisible characters written out.

/**
 * Creates an element. Of the keys of `props`, `on` has listeners by event, and `data` a data set; others are
 * attributes, and `true` is one without a value. Children that are null or false are left out.
 * @param {string} tag
 * @param {Record<string, any> | null} [props]
 * @param {...any} children
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  fill(element, props, children);
  return element;
}

/** Creates an SVG element. */
export function s(tag, props, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fill(element, props, children);
  return element;
}

function fill(element, props, children) {
  for (const [key, value] of Object.entries(props ?? {})) {
    if (value == null || value === false) continue;
    if (key === "on") for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    else if (key === "data") Object.assign(element.dataset, value);
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...children.flat(3).filter((child) => child != null && child !== false));
}

/** Replaces the content of an element. Children that are null or false are left out. */
export function show(element, ...children) {
  element.replaceChildren(...children.flat(3).filter((child) => child != null && child !== false));
}

// Characters that change the order of text, or that nobody sees.
const INVISIBLE = new RegExp(
  "[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202f" +
    "\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb]" +
    "|[\\ud800-\\udbff](?![\\udc00-\\udfff])|(?<![\\ud800-\\udbff])[\\udc00-\\udfff]",
  "g",
);

const escaped = (character) => `‹U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}›`;

/** Returns a text with its invisible characters written out, for attributes. */
export const plain = (text, most = 300) => {
  const all = String(text ?? "");
  return all.slice(0, most).replace(INVISIBLE, escaped) + (all.length > most ? "…" : "");
};

/** Returns a name as an element of its own direction: invisible characters written out, cut after `most` characters. */
export function name(text, props = null, most = 200) {
  const all = String(text ?? "");
  const element = h(
    "bdi",
    { ...props, title: props?.title ?? (all.length > 24 ? plain(all, 500) : null) },
    visible(all.slice(0, most)),
  );
  if (all.length > most) element.append(h("span", { class: "cut" }, `… ${count(all.length)} characters`));
  return element;
}

/** Returns a text like `name`, with a button that shows the rest. */
export function longName(text, props = null) {
  const all = String(text ?? "");
  const element = name(all, props, 400);
  if (all.length <= 400) return element;
  const button = h(
    "button",
    { type: "button", class: "link", on: { click: () => show(element, visible(all.slice(0, 20000))) } },
    "Show more",
  );
  return h("span", null, element, " ", button);
}

function visible(text) {
  const parts = [];
  let last = 0;
  for (const match of text.matchAll(INVISIBLE)) {
    parts.push(text.slice(last, match.index), h("span", { class: "escape" }, escaped(match[0])));
    last = match.index + match[0].length;
  }
  return [...parts, text.slice(last)];
}

/** Returns a URL pattern with its captures and wildcards colored. */
export function pattern(text, most = 200) {
  const all = String(text ?? "");
  const parts = [];
  const cut = all.slice(0, most);
  let last = 0;
  for (const match of cut.matchAll(/(?<=[/.:@])(:[A-Za-z_][\w-]*[?*+]?|\*\*?(?:[A-Za-z_][\w-]*)?)|\{[^}/]*\}/g)) {
    parts.push(
      visible(cut.slice(last, match.index)),
      h("span", { class: match[0][0] === "*" ? "wild" : "capture" }, match[0]),
    );
    last = match.index + match[0].length;
  }
  const element = h(
    "bdi",
    { class: "pattern", title: all.length > 40 ? plain(all, 500) : null },
    parts,
    visible(cut.slice(last)),
  );
  if (all.length > most) element.append(h("span", { class: "cut" }, `… ${count(all.length)} characters`));
  return element;
}

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Returns the badges of methods; a route without a list answers every method. At most `most` are shown. */
export function methods(list, most = 6) {
  const all = list?.length ? list : ["any"];
  const shown = all
    .slice(0, most)
    .map((method) =>
      h("span", { class: `method ${METHODS.has(method) ? method.toLowerCase() : "other"}` }, plain(method, 16)),
    );
  if (all.length > most)
    shown.push(h("span", { class: "method other", title: plain(all.join(" ")) }, `+${all.length - most}`));
  return h("span", { class: "methods" }, shown);
}

/** Returns a permalink of a view. */
export const permalink = (view, id, query = {}) => {
  const fields = new URLSearchParams(
    Object.entries(query).filter(([, value]) => value != null && value !== ""),
  ).toString();
  return `#/${view}${id == null ? "" : `/${encodeURIComponent(id)}`}${fields ? `?${fields}` : ""}`;
};

/** Returns a link to the details of a route. */
export const routeLink = (id, text = id) =>
  h("a", { class: "mono", href: permalink("route", id) }, name(text, null, 120));

/** Whether a route has the id that it gets from its pattern, which says nothing more. */
export const hasOwnId = ({ id, url }) => id !== url && !id.endsWith(` ${url}`);

/** Returns a link to what an interceptor covers. */
export const gateLink = (id) => h("a", { class: "mono", href: permalink("gates", id) }, name(id, null, 80));

/** Returns the link that tries an example request. */
export const tryLink = (example, text) =>
  h(
    "a",
    {
      class: "try",
      href: permalink("try", null, { url: example.url, method: example.method, tag: example.tags?.join(",") }),
    },
    text ?? "Try",
  );

/** Returns where something is declared, as `file:line`. */
export const place = (file, line) =>
  file ? name(`${file}:${line}`, { class: "mono place" }, 160) : h("span", { class: "dim" }, "–");

const NUMBER = new Intl.NumberFormat("en-US");
export const count = (value) => (value == null ? "–" : NUMBER.format(value));
export const counted = (value, one, many = `${one}s`) => `${count(value)} ${value === 1 ? one : many}`;

/** Returns a duration in milliseconds as people write it. */
export const duration = (ms) =>
  ms == null
    ? "–"
    : ms < 10
      ? `${ms.toFixed(1)} ms`
      : ms < 1000
        ? `${Math.round(ms)} ms`
        : `${(ms / 1000).toFixed(1)} s`;
export const bytes = (value) =>
  value == null ? "–" : value < 1048576 ? `${Math.round(value / 1024)} KiB` : `${(value / 1048576).toFixed(0)} MiB`;

const two = (value) => String(value).padStart(2, "0");
export const clock = (date) => `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
export const day = (date) => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** Returns a point in time: the clock today, with the day otherwise, and the exact time as a title. */
export function time(text) {
  if (!text) return h("span", { class: "dim" }, "never");
  const date = new Date(text);
  const shown = day(date) === day(new Date()) ? clock(date) : `${day(date)} ${clock(date)}`;
  return h("time", { datetime: text, title: `${date.toISOString()} (${ago(date)})` }, shown);
}

function ago(date) {
  const seconds = Math.max(0, Math.round((Date.now() - date) / 1000));
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} min ago`;
  return seconds < 86400 ? `${Math.round(seconds / 3600)} h ago` : counted(Math.round(seconds / 86400), "day") + " ago";
}

/** Returns a button that copies a text, and says so. */
export function copyButton(label, text) {
  const button = h(
    "button",
    {
      type: "button",
      class: "quiet",
      on: {
        click: async () => {
          button.textContent = (await copy(text())) ? "Copied" : "Select and copy it below";
          announce(button.textContent);
          setTimeout(() => (button.textContent = label), 1600);
        },
      },
    },
    label,
  );
  return button;
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = h("textarea", { class: "unseen", "aria-hidden": "true" });
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

/** Does something that replaces elements, and gives the keyboard back to the one that has the same id. */
export function keepingFocus(element, act) {
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  act();
  if (!focused || document.activeElement === focused) return;
  const same = focused.isConnected ? focused : focused.id && document.getElementById(focused.id);
  if (same) same.focus({ preventScroll: true });
}

/** Makes some elements the children of another one. Those that are there stay in their place. */
export function reconcile(parent, children) {
  const wanted = new Set(children);
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove();
  let place = parent.firstElementChild;
  for (const child of children) {
    if (child === place) place = place.nextElementSibling;
    else parent.insertBefore(child, place);
  }
}

/** Says a text to a screen reader. */
export function announce(text) {
  document.getElementById("live").textContent = plain(text);
}

/** Returns a definition list of pairs; pairs without a value are left out. */
export const facts = (...pairs) =>
  h(
    "dl",
    { class: "facts" },
    pairs
      .filter((pair) => pair && pair[1] != null)
      .map(([term, value]) => h("div", null, h("dt", null, term), h("dd", null, value))),
  );

/** Returns a message that fills the place of content. */
export const empty = (title, text) =>
  h("div", { class: "empty" }, h("p", { class: "title" }, title), text && h("p", null, text));

/** Returns the message of a failed request, with its place for another try. */
export const failure = (error) =>
  h(
    "div",
    { class: "empty bad", role: "alert" },
    h("p", { class: "title" }, error.title ?? "This cannot be shown"),
    h("p", null, plain(error.message)),
  );

/**
 * Returns a table of rows that were counted: `columns` are `[title, row => content, class?]`.
 * `more` asks for the next rows, and is offered while `rows` are fewer than `total`.
 */
export function table(label, columns, rows, total = rows.length, more = null) {
  const body = h(
    "tbody",
    null,
    rows.map((row) =>
      h(
        "tr",
        null,
        columns.map(([title, cell, kind]) => h("td", { class: kind, data: { title } }, cell(row))),
      ),
    ),
  );
  const head = h(
    "thead",
    null,
    h(
      "tr",
      null,
      columns.map(([title, , kind]) => h("th", { scope: "col", class: kind }, title)),
    ),
  );
  const rest = total - rows.length;
  return h(
    "div",
    { class: "scroll", role: "region", "aria-label": label, tabindex: 0 },
    h("table", null, h("caption", { class: "unseen" }, label), head, body),
    rest > 0 &&
      more &&
      h("button", { type: "button", class: "more", on: { click: more } }, `Show more (${count(rest)} left)`),
  );
}

/** On a narrow screen, details are below the list from which they were chosen: shows them. */
export function bring(details) {
  if (matchMedia("(max-width: 980px)").matches) details.scrollIntoView({ block: "start" });
}

/** Calls `act` after calls have stopped for `ms`. The returned function has `cancel`. */
export function debounced(act, ms) {
  let timer = 0;
  const call = (...values) => {
    clearTimeout(timer);
    timer = setTimeout(act, ms, ...values);
  };
  call.cancel = () => clearTimeout(timer);
  return call;
}
