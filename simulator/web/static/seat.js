// The page on which a person plays: all words come from the server; nothing hidden is ever sent here.

import { $, el } from "./dom.js";
import { get, post, Stream } from "./server.js";

const PACE = Number(new URLSearchParams(location.search).get("pace") ?? 300); // ms between the moves of others; Space skips the pause
const LONG = 16; // letters of a part that gets a line of its own
let table = null;
let view = null;
let kinds = {};
let skip = false;

/** Fill the pickers with games, and with the players and strategies of the chosen one. */
async function fill() {
  const { games, setting } = await get("/api/games");
  $("#game").replaceChildren(...games.map((one) => el("option", { value: one.name, text: one.title })));
  $("#game").value = setting.game;
  await describe(setting.seats.length);
}

async function describe(seats = 0) {
  const game = await get(`/api/game?name=${encodeURIComponent($("#game").value)}&seats=${seats || 2}`);
  $("#players").replaceChildren(...game.players.map((n) => el("option", { value: n, text: n })));
  $("#players").value = game.seats;
  $("#seat").replaceChildren(...Array.from({ length: game.seats }, (_, at) => el("option", { value: at + 1, text: at + 1 })));
  const line = game.line_up;
  const mixed = el("option", { value: "", text: "different strategies" });
  const each = game.strategies.flatMap((one) => [el("option", { value: one.name, text: one.name })]);
  $("#others").replaceChildren(mixed, ...each);
  kinds = { line };
}

function setting() {
  const seats = Number($("#players").value);
  const other = $("#others").value;
  return { game: $("#game").value, seats: other ? Array(seats).fill(other) : kinds.line.slice(0, seats), patch: {}, seed: 1 };
}

/** Do one thing after another: a second click while others move does nothing. */
async function alone(work) {
  const main = $("#main");
  if (main.ariaBusy === "true") return;
  main.ariaBusy = "true";
  try { await work(); } catch (problem) { say(problem.message); }
  main.ariaBusy = "false";
}

const begin = () => alone(async () => {
  say("Setting up the game …");
  if (table) await post("/api/seat/leave", { table }).catch(() => null); // it may be gone
  table = null;
  take(await post("/api/seat/begin", { setting: setting(), seat: Number($("#seat").value) }));
  await others();
});

/** Let others move, one by one, at a pace that can be followed. */
async function others() {
  while (table && !view.waits && !view.over) {
    say(`${view.thinker} …`);
    if (!skip) await new Promise((done) => setTimeout(done, PACE));
    take(await post("/api/seat/step", { table }));
  }
  skip = false;
}

const act = (path, more = {}) => alone(async () => {
  take(await post(`/api/seat/${path}`, { table, ...more }));
  await others();
});

function take(answer) {
  table = answer.table;
  view = answer;
  draw();
}

function say(text) {
  $("#say").textContent = text;
}

function draw() {
  $("#small").textContent = `${view.title} · you are seat ${view.viewer} of ${view.players.length}`;
  $("#hints").hidden = true;
  $("#acts").hidden = $("#told").hidden = false;
  $("#undo").disabled = !view.can_undo;
  $("#hint").disabled = !view.waits;
  const practice = view.practice ? " (practice)" : "";
  if (view.over) say(result());
  else if (view.waits) say(`Your turn${practice}`);
  $("#spoken").textContent = view.waits || view.over ? $("#say").textContent : "";
  $("#hand").hidden = false;
  $("#hand").replaceChildren(...view.facts.hand.flatMap((fact) => [el("h2", { text: fact.name }), el("ul", { class: "cards" }, ...held(fact))]));
  options();
  facts();
  $("#log").replaceChildren(...view.log.map((line) => el("li", { text: line })));
  $("#log").scrollTop = $("#log").scrollHeight;
  ending();
}

function result() {
  const winners = view.result.filter((one) => one.won).map((one) => one.name);
  return winners.length ? `${winners.join(" and ")} ${winners.length > 1 ? "share the win" : "wins"}.` : "Nobody wins.";
}

const values = (fact) => (Array.isArray(fact.value) ? fact.value : [fact.value]).map(String).filter((it) => it);
const held = (fact) => (values(fact).length ? values(fact) : ["nothing"]).map((text) => el("li", { text }));

/** A fact's name and value; long lists get a line for each part. */
function told(fact) {
  const parts = values(fact);
  if (!parts.length) return [];
  if (parts.length === 1 || parts.every((part) => part.length < LONG)) return [el("dt", { text: fact.name }), el("dd", { text: parts.join(" · ") })];
  return [el("dt", { class: "long", text: fact.name }), el("dd", { class: "long" }, el("ul", { class: "items" }, ...held(fact)))];
}

function options() {
  const box = $("#options");
  box.hidden = !view.options.length;
  const groups = new Map();
  view.options.forEach((option, at) => {
    if (!groups.has(option.kind)) groups.set(option.kind, []);
    const key = at < 9 ? el("kbd", { text: at + 1 }) : null;
    groups.get(option.kind).push(el("button", { class: "btn", type: "button", "data-id": option.id, onclick: () => choose(option.id) }, key, option.words));
  });
  box.replaceChildren(...[...groups].flatMap(([kind, buttons]) => [el("h3", { text: kind }), el("div", { class: "choices", role: "group", "aria-label": kind }, ...buttons)]));
}

function facts() {
  const list = (found) => el("dl", {}, ...found.flatMap(told));
  const seats = view.players.map((player, at) => el("section", { class: player.seat === view.moving ? "player moving" : "player" },
    el("h2", { text: player.seat === view.viewer ? `Seat ${player.seat}, you` : player.name }), list(view.facts.seats[at])));
  $("#facts").replaceChildren(...seats, el("section", { class: "player" }, el("h2", { text: "The table" }), list(view.facts.table)));
}

function choose(id) {
  if (view && view.waits) act("choose", { option: id, point: view.point });
}

function ending() {
  const box = $("#ending");
  box.hidden = !view.over;
  if (!view.over || box.dataset.table === table) return;
  box.dataset.table = table;
  const rows = view.result.map((one) => el("li", { text: `${one.name}: ${one.score}` }));
  box.replaceChildren(el("h2", { text: "Result" }), el("ul", { class: "result" }, ...rows), el("p", {}, "Saved. See it with ", el("code", { text: view.saved.command })), el("div", { id: "lost" }, "Trying your choices again …"));
  post("/api/seat/summary", { table }).catch((problem) => { $("#lost").textContent = problem.message; });
}

function heard(message) {
  if (message.kind === "hint" && view && message.point === view.point) hinted(message);
  if (message.kind === "summary" && $("#lost")) summed(message);
  if (message.kind === "failed") say(message.sentence);
}

const whole = (option) => (option.words === option.kind ? option.kind : `${option.kind}: ${option.words}`);

function hinted(message) {
  const named = new Map(view.options.map((option) => [option.id, option]));
  const rows = message.options.slice(0, 6).flatMap((one) => {
    const option = named.get(one.id);
    const bar = el("i");
    bar.style.width = `${100 * one.chance}%`;
    return [el("span", { class: "tried-option", text: whole(option) }), el("div", { class: "bar" }, bar),
      el("b", { text: `${Math.round(100 * one.chance)} %` }), el("span", { class: "reach", text: `${Math.round(100 * one.low)} to ${Math.round(100 * one.high)} %` })];
  });
  const own = named.get(message.option);
  $("#hints").hidden = false;
  $("#hints").replaceChildren(el("h2", { text: `${message.strategy} would choose` }), el("p", { text: whole(own) }),
    el("h3", { text: message.worlds ? `Win chance in ${message.worlds} sampled deals` : "Playing on after each option …" }), el("div", { class: "tried" }, ...rows));
  document.querySelectorAll("[data-id]").forEach((button) => button.classList.toggle("best", message.options.length > 0 && Number(button.dataset.id) === message.options[0].id));
}

function summed(message) {
  const box = $("#lost");
  if (!message.summary) { box.textContent = `Trying your choices again: ${message.done} of ${message.total} …`; return; }
  const lost = message.summary.lost.map((one) => el("li", { text: `After turn ${one.turn}: ${one.played} cost ${Math.round(100 * one.lost)} points of win chance (± ${Math.round(100 * one.reach)}) against ${one.better}.` }));
  box.replaceChildren(el("h3", { text: "Where you lost win chance" }), lost.length ? el("ul", {}, ...lost) : el("p", { text: "No choice lost win chance beyond the error of these deals." }));
}

$("#game").addEventListener("change", () => describe());
$("#players").addEventListener("change", () => describe(Number($("#players").value)));
$("#begin").addEventListener("click", begin);
$("#undo").addEventListener("click", () => act("undo"));
$("#hint").addEventListener("click", () => post("/api/seat/hint", { table }).catch((problem) => say(problem.message)));
$("#report").addEventListener("click", async () => {
  $("#report-text").textContent = (await post("/api/seat/report", { table })).report;
  $("#d-report").showModal();
});
$("#report-close").addEventListener("click", () => $("#d-report").close());
addEventListener("keydown", (event) => {
  if (!view || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input,select,dialog")) return;
  if (/^[1-9]$/.test(event.key) && view.options[event.key - 1]) choose(view.options[event.key - 1].id);
  else if (event.key === "h" && view.waits) $("#hint").click();
  else if (event.key === "u" && view.can_undo) $("#undo").click();
  else if (event.key === " " && !event.target.closest("button")) { skip = true; event.preventDefault(); }
});
new Stream(heard, (state) => {
  $("#notice").hidden = state === "open";
  $("#notice").textContent = state === "closed" ? "The lab was closed at the terminal." : "The connection is lost; trying again.";
});
fill().then(() => { $("#begin").disabled = false; }).catch((problem) => say(problem.message));
