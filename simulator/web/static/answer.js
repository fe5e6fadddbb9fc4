// The answer: a sentence, cards with a row for each seat, strategy or measure, and lights.
import { $, $$, el } from "./dom.js";

const at = (axis, value) => Math.max(0, Math.min(100, (100 * (value - axis[0])) / (axis[1] - axis[0])));

/** Shows answers; elements are made once and moved afterwards, so that marks glide. */
export class Answer {
  constructor() {
    this.shape = "";
    this.chosen = "";
  }

  /** Show an answer; `peek` shows the published rules instead. */
  paint(answer, peek = false) {
    $("#say").replaceChildren(...answer.headline.map(([text, strong]) => (strong ? el("b", { text }) : text)));
    $("#small").textContent = answer.small;
    $("#games").textContent = answer.progress;
    $("#bar").style.width = 100 * answer.part + "%";
    this.moved(answer.moved);
    const shape = JSON.stringify(answer.cards.map((card) => [card.name, card.title, card.rows.map((row) => row.name)]));
    if (shape !== this.shape) this.build(answer);
    this.shape = shape;
    for (const card of answer.cards) this.card(card, peek);
    this.lights(answer.lights);
    this.mini(answer);
    $("#legend").hidden = false;
  }

  moved(rows) {
    const line = $("#moved");
    line.hidden = !rows.length;
    line.replaceChildren(el("span", { text: "What moved with it" }), ...rows.map((row) => el("span", {}, row.words + " ", el("s", { text: row.before }), " ", el("b", { text: row.after }))));
  }

  build(answer) {
    const measures = answer.cards.filter((card) => card.measure);
    if (!measures.some((card) => card.name === this.chosen)) this.chosen = measures.length ? measures[0].name : "";
    const cards = answer.cards.map((card) => this.made(card, measures));
    $("#grid").replaceChildren(...cards, el("section", { class: "card", id: "lights" }));
    this.choose();
  }

  made(card, measures) {
    const title = card.measure ? el("select", { class: "plain", "aria-label": "Measure", onchange: (event) => { this.chosen = event.target.value; this.choose(); $("#grid select:not([hidden])")?.focus(); } }, ...measures.map((one) => el("option", { value: one.name, text: one.title }))) : card.title;
    const header = el("header", {}, el("h2", {}, title), el("span", { class: "hint", text: card.hint }), el("span", { class: "verdict", hidden: true }));
    const rows = el("div", { class: card.wide ? "rows" : "rows one", role: "list" });
    card.rows.forEach((row, place) => rows.append(this.row(row, card.coloured ? place : -1)));
    rows.append(el("div", { class: "scale", "aria-hidden": "true" }, el("div")));
    return el("section", { class: "card" + (card.wide ? " wide" : ""), "data-card": card.name, "data-measure": card.measure ? "1" : null }, header, rows);
  }

  row(row, place) {
    const who = el("span", { class: "who", "aria-hidden": "true" }, place >= 0 ? el("i", { class: "swatch" }) : null, row.name);
    const track = el("div", { class: "tr", "aria-hidden": "true" }, ...["bd", "ax", "fair", "iv", "gh", "dot"].map((name) => el("span", { class: name })));
    const made = el("div", { class: "row" + (place >= 0 ? " c" + (place % 6) : ""), role: "listitem" }, el("span", { class: "sr whole" }), who, track, el("span", { class: "val", "aria-hidden": "true" }), el("em", { class: "chip", "aria-hidden": "true" }));
    return made;
  }

  /** Show the chosen measure's card, and no other measure's. */
  choose() {
    for (const card of $$("#grid [data-measure]")) {
      card.hidden = card.dataset.card !== this.chosen;
      $("select", card).value = this.chosen;
    }
  }

  card(card, peek) {
    const section = $(`[data-card="${card.name}"]`);
    const verdict = $(".verdict", section);
    verdict.hidden = !card.verdict || peek;
    if (card.verdict) { verdict.className = "verdict " + card.verdict.look; verdict.textContent = card.verdict.word; }
    $(".card > header .hint", section)?.replaceChildren(card.hint);
    $$(".row", section).forEach((made, place) => this.place(made, card.rows[place], card, peek));
    const scale = $(".scale div", section);
    scale.replaceChildren(...card.marks.map((mark) => { const made = el("span", { text: mark.text }); made.style.left = at(card.axis, mark.at) + "%"; return made; }));
  }

  place(made, row, card, peek) {
    const part = (name) => $("." + name, made), old = peek && row.published !== null;
    const value = old ? row.published : row.value, low = at(card.axis, row.low), high = at(card.axis, row.high);
    part("bd").hidden = !card.band;
    if (card.band) { part("bd").style.left = at(card.axis, card.band[0]) + "%"; part("bd").style.right = 100 - at(card.axis, card.band[1]) + "%"; }
    part("fair").hidden = card.fair === null;
    if (card.fair !== null) part("fair").style.left = at(card.axis, card.fair) + "%";
    part("iv").hidden = old;
    part("iv").style.left = low + "%";
    part("iv").style.width = high - low + "%";
    part("dot").style.left = at(card.axis, value) + "%";
    part("gh").hidden = row.published === null;
    if (row.published !== null) part("gh").style.left = at(card.axis, row.published) + "%";
    part("val").replaceChildren(old ? row.was : row.text, row.unit ? el("small", { text: row.unit }) : "");
    const chip = part("chip");
    chip.hidden = !row.chip || peek;
    if (row.chip) { chip.className = "chip " + row.chip.look; chip.textContent = row.chip.text; }
    part("whole").textContent = row.label;
  }

  lights(lights) {
    const list = lights.lights.map((light) => el("li", {}, el("span", { text: light.promise }), el("span", { class: "verdict " + light.verdict, text: light.word })));
    const section = $("#lights");
    section.hidden = !list.length;
    section.replaceChildren(el("header", {}, el("h2", { text: lights.title }), el("span", { class: "hint", text: lights.hint })), el("ul", { class: "lights" }, ...list));
  }

  mini(answer) {
    const seats = answer.cards[0];
    $("#mini-say").textContent = answer.short;
    $("#mini-dots").replaceChildren(el("b"), ...seats.rows.map((row) => { const dot = el("i"); dot.style.left = Math.max(3, Math.min(97, at(seats.axis, row.value))) + "%"; return dot; }));
  }
}
