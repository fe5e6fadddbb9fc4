// The page on which a game is watched: words and figures come from the server, the page places dots.

import { $, el } from "./dom.js";
import { get, post, Stream } from "./server.js";

const REST = 300; // ms that the turn rests before its look-ahead is asked for
let story = null;
let found = null;
let at = 0;
let resting = 0;
const looked = new Map();

let begun = null; // what the lab was started with

async function fill() {
  const { games, setting } = await get("/api/games");
  $("#game").replaceChildren(...games.map((one) => el("option", { value: one.name, text: one.title })));
  $("#game").value = setting.game;
  begun = setting;
}

async function begin() {
  $("#begin").disabled = true;
  $("#say").textContent = "Playing the games to choose from …";
  try {
    const game = await get(`/api/game?name=${encodeURIComponent($("#game").value)}&seats=${$("#game").value === begun.game ? begun.seats.length : 0}`);
    const seats = game.line_up;
    story = await post("/api/watch/begin", { setting: { game: game.name, seats, patch: {}, seed: 1 }, which: $("#which").value });
    found = null;
    looked.clear();
    $("#stage").hidden = false;
    $("#turn").max = story.points.length - 1;
    $("#found").replaceChildren();
    go(Math.min(Number(location.hash.slice(1)) || 0, story.points.length - 1));
    post("/api/watch/findings", { watch: story.watch }).catch((problem) => { $("#small").textContent = problem.message; });
  } catch (problem) { $("#say").textContent = problem.message; }
  $("#begin").disabled = false;
}

function go(point) {
  at = Math.max(0, Math.min(point, story.points.length - 1));
  history.replaceState(null, "", `${location.pathname}#${at}`);
  const turn = story.points[at];
  $("#turn").value = at;
  const chances = found && found.chances[at];
  const percent = (seat) => (chances ? `${Math.round(100 * chances[seat].chance)} %` : "…");
  const mover = story.players[turn.seat - 1];
  $("#turn").setAttribute("aria-valuetext", `Turn ${turn.turn + 1}, ${mover}${chances ? ` ${percent(turn.seat - 1)}` : ""}`);
  $("#key").replaceChildren(...story.players.map((name, seat) => el("li", {}, el("i", { class: `swatch s${seat}` }), name, el("b", { text: percent(seat) }))));
  $("#say").textContent = `${story.title}, game ${story.index}: ${winners()}`;
  $("#when").textContent = `Turn ${turn.turn + 1} of ${story.points[story.points.length - 1].turn + 1}: ${mover}`;
  const lines = at ? turn.lines : [...story.opening, ...turn.lines];
  $("#lines").replaceChildren(...lines.filter((line) => line.trim()).map((line) => el("p", { text: line })));
  curves();
  look();
}

function winners() {
  const won = story.players.filter((_, seat) => story.result[seat] > 0);
  return won.length ? `${won.join(" and ")} ${won.length > 1 ? "share the win" : "wins"}` : "nobody wins";
}

const svg = (name, attributes) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
};

function curves() {
  const last = story.points.length;
  const x = (point) => (600 * point) / last;
  const lines = story.players.map((_, seat) => {
    const known = found ? Object.keys(found.chances).map(Number).sort((a, b) => a - b) : [];
    const dots = known.map((point) => `${x(point)},${200 - 200 * found.chances[point][seat].chance}`);
    if (known.length) dots.push(`600,${200 - 200 * story.result[seat]}`);
    return svg("polyline", { class: `s${seat}`, points: dots.join(" ") });
  });
  const swings = (found ? found.swing : []).map((one) => svg("rect", { class: "swing", x: x(one.swing.point), y: 0, width: x(1), height: 200 }));
  const half = svg("line", { class: "half", x1: 0, x2: 600, y1: 100, y2: 100 });
  $("#curves").replaceChildren(...swings, half, svg("line", { x1: x(at), x2: x(at), y1: 0, y2: 200 }), ...lines);
}

function look() {
  clearTimeout(resting);
  const point = at;
  const draw = (choices) => $("#look").replaceChildren(...(choices.length ? choices : [null]).map((one) => el("li", { text: one ? said(one) : "There was nothing to choose." })));
  if (looked.has(point)) { draw(looked.get(point)); return; }
  $("#look").replaceChildren(el("li", { text: "…" }));
  if (!found || !found.whole) return; // the game is asked one thing at a time
  resting = setTimeout(async () => {
    const answer = await post("/api/watch/look", { watch: story.watch, point }).catch(() => null);
    if (!answer) return;
    looked.set(point, answer.choices);
    if (point === at) draw(answer.choices);
  }, REST);
}

function said(one) {
  if (one.same || one.gain <= one.reach) return `${one.taken}: nothing clearly better.`;
  return `${one.taken}; better: ${one.best}, ${Math.round(100 * one.gain)} points of win chance (± ${Math.round(100 * one.reach)}).`;
}

function heard(message) {
  if (message.kind === "failed") { $("#small").textContent = message.sentence; return; }
  if (message.kind !== "watch" || !story) return;
  const before = found && found.whole;
  found = message;
  $("#small").textContent = message.whole ? `Win chances ${story.view}.` : `Win chances of ${message.done} of ${message.total} points …`;
  go(at);
  if (message.whole && !before) {
    const jump = (text, point) => el("button", { class: "btn jump", type: "button", text, onclick: () => go(point) });
    const swings = message.swing.map((one) => jump(`Swing by ${one.by}: ${story.players[one.swing.seat - 1]} ${one.change < 0 ? "−" : "+"}${Math.round(100 * Math.abs(one.change))} points, turn ${one.turn + 1}`, one.swing.point));
    $("#found").replaceChildren(el("div", { class: "card" }, el("h2", { text: "What decided it" }), ...swings, el("div", { class: "prose" }, ...message.sentences.map((line) => el("p", { text: line })))));
  }
}

$("#begin").addEventListener("click", begin);
$("#curves").addEventListener("click", (event) => {
  const box = $("#curves").getBoundingClientRect();
  if (story) go(Math.floor((story.points.length * (event.clientX - box.left)) / box.width));
});
$("#turn").addEventListener("input", () => go(Number($("#turn").value)));
addEventListener("keydown", (event) => {
  if (!story || event.target.closest("input,select,dialog")) return;
  const swings = found ? found.swing.map((one) => one.swing.point).sort((a, b) => a - b) : [];
  if (event.key === "ArrowRight") go(event.shiftKey ? swings.find((point) => point > at) ?? at : at + 1);
  else if (event.key === "ArrowLeft") go(event.shiftKey ? swings.filter((point) => point < at).pop() ?? at : at - 1);
  else if (event.key === "Home") go(0);
  else if (event.key === "End") go(story.points.length - 1);
});
new Stream(heard, (state) => {
  $("#notice").hidden = state === "open";
  $("#notice").textContent = state === "closed" ? "The lab was closed at the terminal." : "The connection is lost; trying again.";
});
fill().then(() => { $("#begin").disabled = false; }).catch((problem) => { $("#say").textContent = problem.message; });
