// The fleet: what each instance serves and why not what it should, what is published, and by whom.

import { ask, isAway } from "./api.js";
import {
  announce,
  bytes,
  copyButton,
  count,
  counted,
  empty,
  facts,
  failure,
  h,
  keepingFocus,
  name,
  show,
  table,
  time,
} from "./dom.js";
import { filter, groups, instanceLink, instances, InstanceTable, requests, short, STATES } from "./instances.js";

const PAGE = 100;

/** A part of the view. It is drawn again only when what it shows has changed, and the keyboard stays where it is. */
class Part {
  constructor(tag = "div", props = null) {
    this.element = h(tag, props);
  }

  update(value, draw) {
    const sign = JSON.stringify(value) ?? "";
    if (sign === this.sign) return;
    this.sign = sign;
    keepingFocus(this.element, () => show(this.element, draw(value)));
  }
}

/** The view. */
export class FleetView {
  constructor(main, app) {
    Object.assign(this, { main, app, answer: null, lines: [], q: "", open: null, most: PAGE, isAsking: false });
    for (const part of ["lead", "fault", "alarms", "totals", "published", "rollout", "code", "store", "past", "rest"])
      this[part] = new Part();
    this.age = h("p", { class: "dim" });
    this.table = new InstanceTable((each) => this.choose(each === this.open ? null : each));
    this.told = h("p", { class: "told", role: "status" });
    this.problem = h("p", { class: "problem", role: "alert" });
    this.content = h("div", { hidden: true });
    this.build();
  }

  build() {
    const parts = [this.totals, this.published, this.rollout, this.code, this.store].map((part) => part.element);
    for (const element of parts) element.className = "card";
    this.lead.element.className = "lead";
    this.fault.element.setAttribute("role", "status");
    this.alarms.element.setAttribute("role", "status");
    show(
      this.content,
      h("div", { class: "cards" }, parts),
      this.tools(),
      this.table.element,
      this.rest.element,
      this.past.element,
    );
    show(
      this.main,
      h("h1", null, "Fleet"),
      this.lead.element,
      h("div", { class: "faults" }, this.fault.element, this.age, this.alarms.element),
      this.content,
    );
  }

  tools() {
    this.input = h("input", {
      id: "fleet-filter",
      type: "search",
      class: "mono",
      placeholder: "Filter by names, or by state:behind set:3f2a build:0c5e ready:no",
      autocomplete: "off",
      spellcheck: "false",
      data: { search: "" },
      on: { input: () => this.filter(this.input.value), keydown: (event) => this.pressed(event) },
    });
    return h(
      "div",
      { class: "tools" },
      h("label", { for: "fleet-filter", class: "unseen" }, "Filter"),
      h("div", { class: "field" }, this.input, h("kbd", { "aria-hidden": "true" }, "/")),
      this.told,
      this.problem,
    );
  }

  // What the frame calls

  show({ id, query }) {
    const isNew = id !== this.open;
    Object.assign(this, { open: id, q: query.get("q") ?? "" });
    if (document.activeElement !== this.input) this.input.value = this.q;
    if (this.answer) this.draw();
    this.load().then(
      () => isNew && id && document.getElementById(`instance-${id}`)?.scrollIntoView({ block: "center" }),
    );
  }

  opened() {
    this.load();
  }

  changed() {
    this.load();
  }

  /** The frame has asked the service, a second after the last time. */
  polled() {
    this.load();
  }

  close() {
    this.isClosed = true;
  }

  // The data

  /** A store that does not answer keeps one question waiting, and not one for each second. */
  async load() {
    this.tellAge();
    if (this.isAsking) return;
    this.isAsking = true;
    try {
      const answer = await ask("fleet");
      if (!this.isClosed && answer !== this.answer) this.arrived(answer);
    } catch (error) {
      const none = empty("There is no fleet here", "This service takes its manifests from files.");
      if (!this.isClosed && !isAway(error)) this.refuse(error.status === 404 ? none : failure(error));
    } finally {
      this.isAsking = false;
    }
  }

  refuse(message) {
    this.answer = null;
    this.content.hidden = true;
    this.fault.update(String(Date.now()), () => [message]);
  }

  arrived(answer) {
    const before = this.answer?.overview;
    this.answer = answer;
    this.lines = answer.overview ? instances(answer.overview) : [];
    if (before && answer.overview) this.tell(before, answer.overview);
    this.draw();
  }

  /** Says to a screen reader what somebody who sees the page notices. */
  tell(before, now) {
    const number = ({ current }) => current?.number ?? 0;
    const bad = ({ instances: all }) =>
      all.filter((each) => each.state === "unbound" || each.state === "rejected").length;
    const late = ({ instances: all }) => all.filter((each) => !each.isCurrent).length;
    if (number(now) !== number(before)) announce(`Number ${number(now)} is published.`);
    else if (bad(now) > bad(before)) announce(`${counted(bad(now), "instance")} refuse the set.`);
    else if (late(before) && !late(now)) announce(`All ${counted(now.instances.length, "instance")} are current.`);
  }

  // The filter and the facts of one instance

  get address() {
    return instanceLink(this.open, this.q);
  }

  filter(text) {
    this.q = text;
    this.most = PAGE;
    this.app.replace(this.address);
    this.draw();
  }

  /** Adds a term to the filter, or takes it away. */
  toggle(term) {
    const terms = this.q.split(/\s+/).filter(Boolean);
    const rest = terms.filter((each) => each !== term);
    this.input.value = (rest.length < terms.length ? rest : [...terms, term]).join(" ");
    this.filter(this.input.value);
  }

  choose(open) {
    this.open = open;
    this.app.replace(this.address);
    this.draw();
  }

  pressed(event) {
    if (event.key === "Escape" && this.input.value) {
      this.input.value = "";
      this.filter("");
    } else if (event.key === "ArrowDown" || event.key === "Enter") this.table.body.querySelector("button")?.focus();
    else return;
    event.preventDefault();
  }

  // Drawing

  draw() {
    const { answer, lines } = this;
    if (!answer) return;
    const overview = answer.overview;
    this.lead.update(answer.address, (address) => [name(address, { class: "mono" })]);
    this.fault.update(answer.fault, (fault) => (fault ? faultBanner(fault, overview) : []));
    this.tellAge();
    this.content.hidden = !overview;
    if (!overview) return;
    const { current: pointer, alarms, history } = overview;
    const [builds, registries] = [groups(lines, "build"), groups(lines, "registry")];
    this.alarms.update(alarms, alarmBanner);
    this.totals.update([states(lines), this.q], ([all]) => totals(all, this.q, (term) => this.toggle(term)));
    this.published.update([pointer, answer.address], () => published(pointer, answer.address));
    const share = pointer?.rollout && progress(lines, pointer);
    this.rollout.element.hidden = !share;
    this.rollout.update([share, answer.address], () => (share ? rollout(share, answer.address) : []));
    this.code.update([builds, registries], () => code(builds, registries, (term) => this.toggle(term)));
    this.store.update(overview.storage, store);
    this.past.update([history, answer.address], () => past(history ?? [], pointer, answer.address));
    this.drawTable({ open: this.open, pointer, builds, registries });
  }

  drawTable(context) {
    const { keeps, problem } = filter(this.q);
    const kept = this.lines.filter(keeps);
    const rows = kept.slice(0, this.most);
    const open = this.lines.find((each) => each.name === this.open);
    // A permalink shows its instance, whatever the filter keeps.
    if (open && !rows.includes(open)) rows.unshift(open);
    this.table.show(rows, context);
    this.problem.textContent = problem;
    const all = this.lines.length;
    this.told.textContent =
      kept.length === all ? counted(all, "instance") : `${count(kept.length)} of ${counted(all, "instance")}`;
    this.rest.update([kept.length, rows.length, all], () => this.more(kept.length, all));
  }

  more(kept, all) {
    if (!all)
      return [empty("No instance reports", "An instance reports when it starts with the address of this fleet.")];
    if (!kept)
      return [
        empty(
          "No instance matches this filter",
          this.button("clear", "Clear the filter", () => this.clear(), "link"),
        ),
      ];
    if (kept <= this.most) return [];
    const next = () => {
      this.most += PAGE * 5;
      this.draw();
    };
    return [this.button("more", `Show more (${count(kept - this.most)} left)`, next, "more")];
  }

  clear() {
    this.input.value = "";
    this.filter("");
    this.input.focus();
  }

  button(id, title, click, kind) {
    return h("button", { type: "button", id: `fleet-${id}`, class: kind, on: { click } }, title);
  }

  /** The age of an old overview goes on; nobody wants to hear that each second. */
  tellAge() {
    const { fault, readAt } = this.answer ?? {};
    const seconds = Math.max(0, Math.round((Date.now() - new Date(readAt)) / 1000));
    show(this.age, fault && readAt && ["What you see was read at ", time(readAt), `, ${count(seconds)} s ago.`]);
  }
}

const faultBanner = (fault, overview) => [
  h(
    "p",
    { class: "verdict bad" },
    overview ? "The store of the fleet does not answer. " : "The fleet cannot be read. ",
    h("span", { class: "dim" }, name(fault, null, 1000)),
  ),
];

const alarmBanner = (alarms) =>
  alarms.length
    ? [
        h(
          "p",
          { class: "verdict warning" },
          `etcd has the alarm ${alarms.join(", ")}: writes may fail. `,
          h("span", { class: "dim" }, "Instances serve on; pushes and reports are refused."),
        ),
      ]
    : [];

/** How many instances are in each state. */
function states(lines) {
  const counts = Object.fromEntries(Object.keys(STATES).map((state) => [state, 0]));
  for (const { state } of lines) counts[state] += 1;
  return counts;
}

function totals(counts, q, toggle) {
  const terms = q.split(/\s+/);
  const all = Object.values(counts).reduce((sum, each) => sum + each, 0) - counts.gone;
  const bar = h("div", { class: "stack", role: "img", "aria-label": `${counts.current} of ${all} are current` });
  for (const [state, value] of Object.entries(counts)) {
    if (!value) continue;
    const part = h("span", { class: STATES[state].kind });
    part.style.flexGrow = value;
    bar.append(part);
  }
  const chip = ([state, value]) => {
    const term = `state:${state}`;
    const props = {
      type: "button",
      id: `fleet-${state}`,
      title: `An instance that ${STATES[state].words}`,
      on: { click: () => toggle(term) },
    };
    const kind = value ? STATES[state].kind : "dim";
    return h(
      "li",
      null,
      h(
        "button",
        { ...props, "aria-pressed": String(terms.includes(term)) },
        h("span", { class: kind }, count(value)),
        ` ${state}`,
      ),
    );
  };
  const shown = Object.entries(counts).filter(([state, value]) => value || state !== "gone");
  return [
    h("h2", null, "Instances"),
    h("p", { class: "figure" }, count(counts.current), h("span", { class: "dim" }, ` of ${count(all)} are current`)),
    bar,
    h("ul", { class: "states" }, shown.reverse().map(chip)),
  ];
}

/** A command to type. The page only reads. */
function command(id, text) {
  const button = copyButton("Copy", () => text);
  button.id = `fleet-copy-${id}`;
  button.setAttribute("aria-label", `Copy '${text}'`);
  return h("p", { class: "command" }, h("code", null, text), button);
}

/** The address of a fleet, as a shell takes it. */
const quoted = (address) => (/^[\w@%+=:,./-]+$/.test(address) ? address : `'${address.replaceAll("'", "'\\''")}'`);

function published(pointer, address) {
  if (!pointer)
    return [
      h("h2", null, "Published"),
      h("p", { class: "dim" }, "Nothing is published here yet."),
      command("push", `waybill push Routes --to ${quoted(address)}`),
    ];
  return [
    h("h2", null, `Number ${pointer.number}`),
    facts(
      ["Set", short(pointer.set)],
      ["Digest", h("code", null, name(pointer.digest))],
      ["When", time(pointer.at)],
      ["Who", name(pointer.by, null, 80)],
      ["Why", pointer.message && name(pointer.message, null, 400)],
      ["Commit", pointer.commit && short(pointer.commit)],
      ["Plan", pointer.plan && name(pointer.plan, null, 400)],
    ),
    pointer.number > 1 &&
      !pointer.rollout && [
        h("p", { class: "dim" }, "To go back to the set before:"),
        command("back", `waybill rollback --to ${quoted(address)}`),
      ],
  ];
}

const percent = (share) => `${share / 100} %`;

/** How far a rollout is, and how requests end on both sides. */
function progress(lines, { set, rollout: { set: next, share } }) {
  const side = (wanted) => {
    const members = lines.filter((line) => line.wanted === wanted);
    const total = { requests: 0, errors: 0, notFound: 0 };
    for (const { report } of members) for (const key of Object.keys(total)) total[key] += report?.health?.[key] ?? 0;
    return { set: wanted, members: members.length, current: members.filter((line) => line.isCurrent).length, total };
  };
  return { share, sides: [side(next), side(set)] };
}

function rollout({ share, sides }, address) {
  const bar = h(
    "div",
    { class: "meter wide", role: "img", "aria-label": `${percent(share)} of the instances` },
    h("span", null),
  );
  bar.firstChild.style.width = percent(share).replace(" ", "");
  const row = (title, { set, members, current, total }) => [
    title,
    h("span", null, short(set), `: ${count(current)} of ${counted(members, "instance")} current; `, requests(total)),
  ];
  return [
    h("h2", null, "Rollout"),
    h("p", { class: "figure" }, percent(share)),
    bar,
    facts(row("New set", sides[0]), row("Set before", sides[1])),
    h("p", { class: "dim" }, "To take it back:"),
    command("end", `waybill rollback --to ${quoted(address)}`),
  ];
}

function code(builds, registries, toggle) {
  const part = (title, key, all) => {
    const one = ([digest, members], index) => {
      const id = digest.slice(0, 12);
      const props = {
        type: "button",
        class: "link",
        id: `fleet-${key}-${id}`,
        title: `Show the instances with this ${key}`,
        on: { click: () => toggle(`${key}:${id}`) },
      };
      return h(
        "li",
        null,
        h("button", props, h("code", { class: index ? "warn" : null }, id)),
        h("span", { class: "dim" }, ` ${counted(members, "instance")}`),
      );
    };
    return [title, all.length ? h("ul", null, all.slice(0, 20).map(one)) : h("span", { class: "dim" }, "not reported")];
  };
  const differ = [
    [builds, "builds"],
    [registries, "registries"],
  ].filter(([all]) => all.length > 1);
  const words = differ.map(([all, what]) => `${count(all.length)} ${what}`).join(" and ");
  return [
    h("h2", null, "Code"),
    words
      ? h("p", { class: "warn" }, `The instances run ${words}.`)
      : h("p", { class: "dim" }, "All instances run the same code."),
    facts(part("Build", "build", builds), part("Registry", "registry", registries)),
  ];
}

const store = (storage) => [h("h2", null, "etcd"), h("p", { class: "dim" }, `It stores ${bytes(storage)}.`)];

function past(history, pointer, address) {
  if (!history.length) return [];
  const again = (each) =>
    each.set !== pointer?.set &&
    command(`number-${each.number}`, `waybill rollback ${each.number} --to ${quoted(address)}`);
  const columns = [
    ["Number", (each) => count(each.number), "tight"],
    ["When", (each) => time(each.at), "tight"],
    ["Who", (each) => name(each.by, null, 60)],
    [
      "Set",
      (each) => [
        short(each.set),
        each.rollout && [h("span", { class: "dim" }, ` and ${percent(each.rollout.share)} `), short(each.rollout.set)],
      ],
    ],
    [
      "Why",
      (each) => [
        each.message && name(each.message, null, 300),
        each.plan && h("span", { class: "id dim" }, name(each.plan, null, 200)),
      ],
    ],
    ["To publish it again", again],
  ];
  return [h("h2", null, "The last changes"), table("The last changes", columns, history)];
}
