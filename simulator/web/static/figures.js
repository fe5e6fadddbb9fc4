// The figures: groups of controls, each with its published value in view.
import { $, $$, el, same, shown } from "./dom.js";

/** The controls of a game's figures. `change(key, value)` is called when one is moved; the published value takes it back. */
export class Figures {
  constructor(root, pop, change, near) {
    this.root = root;
    this.near = near;
    this.told = "";
    this.pop = pop;
    this.change = change;
    this.by = new Map();
    this.later = 0;
    addEventListener("scroll", () => this.hush(), true);
    addEventListener("keydown", (event) => { if (event.key === "Escape") this.hush(); });
  }

  /** Show the figures of a game. */
  show(groups, seats) {
    this.by.clear();
    this.seats = seats;
    this.root.replaceChildren(...groups.map((group, at) => this.group(group, at)));
  }

  group(group, at) {
    const count = group.figures.length;
    const made = el("details", { class: "g", open: at < 3 }, el("summary", {}, group.title + " ", el("small", { text: count === 1 ? "1 figure" : count + " figures" })));
    for (const figure of group.figures) made.append(this.row(figure));
    return made;
  }

  row(figure) {
    const row = el("div", { class: "fig" + (figure.confirmed ? "" : " un"), "data-key": figure.key });
    const one = new Control(figure, row, this.seats, (value) => { this.hush(); this.change(figure.key, value); });
    this.by.set(figure.key, one);
    row.addEventListener("mouseenter", () => { this.later = setTimeout(() => this.tell(one), 250); });
    row.addEventListener("mouseleave", () => this.hush());
    row.addEventListener("focusin", (event) => { if (event.target.matches(":focus-visible")) this.tell(one); });
    row.addEventListener("focusout", () => this.hush());
    return row;
  }

  /** Show the values of a patch. */
  paint(patch, wrong = []) {
    for (const [key, control] of this.by) control.paint(key in patch ? patch[key] : control.figure.value, wrong.includes(key));
    for (const group of $$("details", this.root)) if ($(".ch", group) && !group.dataset.seen) { group.open = true; group.dataset.seen = "1"; }
  }

  /** Bring the first changed figure into view. */
  reveal() { $(".ch", this.root)?.scrollIntoView({ block: "nearest" }); }

  /** Show only the figures whose name, words or source have a text. */
  search(text) {
    const wanted = text.trim().toLowerCase();
    for (const [key, control] of this.by) {
      const figure = control.figure;
      control.row.hidden = wanted !== "" && ![key, figure.label, figure.about, figure.source].join(" ").toLowerCase().includes(wanted);
    }
    for (const group of $$("details", this.root)) {
      group.hidden = !$(".fig:not([hidden])", group);
      if (wanted && !group.hidden) group.open = true;
    }
  }

  /** Show where a figure comes from, next to it. */
  tell(control) {
    const figure = control.figure, box = control.row.getBoundingClientRect();
    const lines = [el("code", { text: figure.key })];
    lines.push(el("p", { text: upper(figure.about) + "." }));
    lines.push(el("p", { class: "src" }, figure.confirmed ? null : el("b", { text: "Unconfirmed. " }), upper(figure.source) + "."));
    lines.push(el("p", { class: "src", text: "Published: " + shown(figure.value) + ". Allowed: " + figure.allowed + "." }));
    if (figure.alternatives.length) lines.push(el("p", { class: "src", text: "Alternatives: " + figure.alternatives.join("; ") + "." }));
    this.pop.replaceChildren(...lines);
    this.pop.hidden = false;
    this.told = figure.key;
    this.put(box);
    if (figure.control !== "list" && figure.step !== 0.1) this.near(figure.key);
  }

  /** Place the words next to a figure. */
  put(box) {
    const left = box.right + 10 + this.pop.offsetWidth > innerWidth ? Math.max(8, Math.min(innerWidth - this.pop.offsetWidth - 8, box.left)) : box.right + 10;
    const top = left > box.right ? box.top - 10 : box.bottom + 6;
    this.pop.style.left = left + "px";
    this.pop.style.top = Math.max(8, Math.min(innerHeight - this.pop.offsetHeight - 8, top)) + "px";
  }

  /** Show how the seats fare at the values next to a figure's present one. */
  neighbours(message) {
    const control = this.by.get(message.key);
    if (this.pop.hidden || this.told !== message.key || !control) return;
    $("figure", this.pop)?.remove();
    this.pop.append(el("figure", {}, el("figcaption", { text: message.title }), dots(message)));
    this.put(control.row.getBoundingClientRect());
  }

  hush() {
    clearTimeout(this.later);
    this.pop.hidden = true;
    this.told = "";
  }
}

const SVG = "http://www.w3.org/2000/svg";
function svg(name, attributes, text = "") {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}

/** Dots per value, never a line: the answer may jump between two values. */
function dots({ points, allowed }) {
  const width = 270, height = 112, most = Math.max(5, ...points.map((one) => one.worst)) * 1.1;
  const x = (at) => 34 + ((at + 0.5) / points.length) * (width - 40), y = (value) => 8 + (1 - value / most) * (height - 30);
  const label = points.map((one) => `${one.text}: ${one.worst.toFixed(1)}`).join(", ");
  const made = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label });
  made.append(svg("rect", { x: 26, width: width - 28, y: y(Math.min(allowed, most)), height: y(0) - y(Math.min(allowed, most)), class: "allowed" }));
  for (const mark of [0, most > 20 ? 20 : most > 10 ? 10 : 5]) made.append(svg("text", { x: 20, y: y(mark) + 4, "text-anchor": "end" }, String(mark)));
  made.append(svg("line", { x1: 26, x2: width - 2, y1: y(0), y2: y(0), class: "base" }));
  points.forEach((one, at) => {
    made.append(svg("line", { x1: x(at), x2: x(at), y1: y(0), y2: y(one.worst), class: "stem" }));
    made.append(svg("circle", { cx: x(at), cy: y(one.worst), r: one.now ? 4.8 : 3.4, class: one.now ? "now" : one.published ? "published" : "other" }));
    made.append(svg("text", { x: x(at), y: height - 4, "text-anchor": "middle", class: one.now ? "now" : "" }, one.text.length > 8 && points.length > 3 ? one.text.slice(0, 7) + "…" : one.text));
  });
  return made;
}

const upper = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The control of one figure. */
class Control {
  constructor(figure, row, seats, set) {
    Object.assign(this, { figure, row, set, now: figure.value });
    this.id = "f-" + figure.key.replace(/[^\w]/g, "-");
    this.was = el("span", { class: "was" });
    const note = figure.at === undefined ? null : el("small", { text: seats === 1 ? " with 1 player" : ` with ${seats} players` });
    const unsure = figure.confirmed ? null : el("span", { class: "sr", text: " (unconfirmed)" });
    const label = el("label", { for: this.id }, el("span", {}, figure.label), note, unsure, this.was);
    const line = el("div", { class: "l" }, label);
    row.append(line);
    const kind = figure.control;
    if (kind === "list" && figure.at === undefined) this.list(row, label);
    else if (kind === "number") this.number(row, line);
    else this.choice(line, kind === "switch" ? [[false, "no"], [true, "yes"]] : figure.choices.map((one) => [one, one]));
  }

  /** The entry that is shown: of a figure per number of players the one for these players. */
  entry(value) { return this.figure.at === undefined ? value : value[this.figure.at]; }

  /** Set the entry that is shown. */
  put(entry) {
    if (this.figure.at === undefined) { this.set(entry); return; }
    const value = [...this.now];
    value[this.figure.at] = entry;
    this.set(value);
  }

  choice(line, choices) {
    this.input = el("select", { id: this.id, onchange: () => this.put(choices[this.input.selectedIndex][0]) }, ...choices.map(([, text]) => el("option", { text })));
    line.append(this.input);
    this.show = (entry) => { this.input.selectedIndex = choices.findIndex(([value]) => value === entry); };
  }

  list(row, label) {
    label.removeAttribute("for");
    const step = this.figure.step;
    this.inputs = this.figure.value.map((_, at) => el("input", { inputmode: step === 1 ? "numeric" : "decimal", "aria-label": `${this.figure.label}, ${at + 1} of ${this.figure.value.length}`, onchange: () => {
      const value = [...this.now], number = this.read(this.inputs[at].value);
      if (number !== null) value[at] = number;
      this.set(value);
      this.show(this.now);
    } }));
    this.inputs[0].id = this.id;
    row.append(el("div", { class: "list" }, ...this.inputs));
    this.show = (value) => this.inputs.forEach((input, at) => {
      input.value = value[at];
      input.classList.toggle("c", value[at] !== this.figure.value[at]);
    });
  }

  number(row, line) {
    const published = this.entry(this.figure.value), { low, high, step } = this.figure, room = Math.max(3 * Math.abs(published), 6 * step);
    this.low = Math.max(low, Math.min(0, published) - (low < 0 ? room : 0));
    this.high = Math.min(high, Math.max(published + 6 * step, 3 * published));
    const move = (by) => () => this.put(this.fit(this.entry(this.now) + by));
    this.input = el("input", { id: this.id, inputmode: step === 1 ? "numeric" : "decimal", autocomplete: "off", onchange: () => {
      const number = this.read(this.input.value);
      if (number !== null) this.put(number);
      this.show(this.entry(this.now));
    }, onkeydown: (event) => {
      const by = { ArrowUp: step, ArrowDown: -step }[event.key];
      if (by) { event.preventDefault(); move(by)(); }
    } });
    line.append(el("span", { class: "step" }, el("button", { type: "button", tabindex: "-1", "aria-label": "Less: " + this.figure.label, text: "−", onclick: move(-step) }), this.input, el("button", { type: "button", tabindex: "-1", "aria-label": "More: " + this.figure.label, text: "+", onclick: move(step) })));
    this.slider = el("input", { type: "range", min: this.low, max: this.high, step, "aria-label": `${this.figure.label}, published ${published}`, oninput: () => this.put(this.fit(Number(this.slider.value))), ondblclick: () => this.put(published) });
    this.tick = el("s");
    this.fill = el("i");
    row.append(el("div", { class: "sl" }, this.tick, this.fill, this.slider));
    this.tick.style.left = this.place(published);
    this.show = (entry) => {
      this.input.value = String(entry);
      this.slider.value = String(entry);
      const ends = [entry, published].map((value) => Math.max(this.low, Math.min(this.high, value)));
      this.fill.style.left = this.place(Math.min(...ends));
      this.fill.style.right = `calc(100% - (${this.place(Math.max(...ends))}))`;
      this.fill.hidden = entry === published;
    };
  }

  /** A typed number within the bounds, or null. */
  read(text) {
    const number = Number(text.replace("−", "-").replace(",", "."));
    return text.trim() === "" || !Number.isFinite(number) ? null : this.fit(number);
  }

  fit(number) {
    const { low, high, step } = this.figure, grid = step === 1 ? Math.round(number) : Math.round(number * 1e6) / 1e6;
    return Math.max(low, Math.min(high, grid));
  }

  place(value) {
    const part = this.high > this.low ? (value - this.low) / (this.high - this.low) : 0;
    return `calc(${(100 * part).toFixed(2)}% + ${(0.475 - 0.95 * part).toFixed(3)}rem)`;
  }

  paint(value, wrong) {
    const typing = same(value, this.now) && this.row.contains(document.activeElement);
    this.now = value;
    if (!typing || !this.painted) this.show(this.entry(value)); // what is being typed stays
    this.painted = true;
    const changed = !same(value, this.figure.value);
    this.row.classList.toggle("ch", changed);
    this.row.classList.toggle("bad", wrong);
    for (const input of $$("input, select", this.row)) wrong ? input.setAttribute("aria-invalid", "true") : input.removeAttribute("aria-invalid");
    this.was.textContent = changed && !this.inputs ? shown(this.entry(this.figure.value)) : "";
  }
}
