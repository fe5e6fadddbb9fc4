// The Lab page: what is set, what is asked, and what is shown.
import { Answer } from "./answer.js";
import { chooseLineUp, compareProperly, keepVariant, showComparison, showText } from "./dialogs.js";
import { $, $$, el, same, shown } from "./dom.js";
import { Figures } from "./figures.js";
import { get, post, Stream } from "./server.js";

const PAUSE = 40; // ms without a move before a question is asked
const SLOW = 1500; // ms after which a missing answer is explained
const TOGETHER = 700; // ms within which moves of one figure are undone together

const lab = {
  setting: null, // game, seats, patch, seed
  game: null, // what can be set in it
  answer: null, // the newest answer
  asked: 0, // the question whose answers are shown
  asking: 0, // questions sent so far
  open: false, // whether a question is under way to the server
  stash: null, // an answer that came before its question's number
  until: 0,
  running: false,
  paused: false,
  past: [], // patches to go back to
  last: { key: "", at: 0 },
};
const figures = new Figures($("#groups"), $("#pop"), set, near);
const view = new Answer();

// ---------------------------------------------------------------------------------------------- asking

let timer = 0, slow = 0;

/** Say why an answer takes long: kernels are compiled once, or players look ahead. */
function explain() {
  if (!document.body.classList.contains("waiting")) return;
  const ahead = lab.setting.seats.some((seat) => /[+*]\d/.test(seat));
  $("#games").textContent = ahead ? "Playing: players that look ahead are slow, and compiled at their first game" : "Compiling: once on this computer, for each game and each new strategy";
}

function ask(until = 0) {
  clearTimeout(timer);
  lab.until = until;
  lab.running = true;
  lab.paused = false;
  lab.asking += 1;
  lab.stash = null;
  document.body.classList.add("waiting");
  timer = setTimeout(send, PAUSE, lab.asking);
  clearTimeout(slow);
  slow = setTimeout(explain, SLOW);
}

async function send(number) {
  lab.open = true;
  try {
    const found = await post("/api/ask", { setting: lab.setting, until: lab.until });
    if (number !== lab.asking) return;
    lab.open = false;
    if (found.problem) { impossible(found.problem); return; }
    lab.asked = found.ask;
    possible();
    if (lab.stash && lab.stash.ask === found.ask) take(lab.stash);
  } catch (problem) {
    if (number === lab.asking) { lab.open = false; failed(problem.message); }
  }
}

function take(message) {
  if (message.kind === "hello") {
    if (lab.setting && message.ask !== lab.asked && !lab.open) ask(lab.until);
    return;
  }
  if (message.about === "neighbours") { if (message.kind === "neighbours") figures.neighbours(message); return; }
  if (message.about === "compare") { showComparison(message); return; }
  if (lab.open) { lab.stash = message; return; }
  if (message.ask !== lab.asked || document.body.classList.contains("impossible")) return;
  if (message.kind === "failed") { failed(message.sentence); return; }
  const first = document.body.classList.contains("waiting");
  document.body.classList.remove("waiting");
  lab.answer = message;
  lab.running = !message.last && !lab.paused;
  if (message.last) lab.paused = false;
  view.paint(message);
  pauseButton();
  if (first || message.last) $("#spoken").textContent = $("#say").textContent + " " + message.small;
}

/** Ask for the values next to a figure's present one, once the answer has settled: it goes first. */
function near(key) {
  if (lab.running || document.body.classList.contains("impossible")) return;
  post("/api/neighbours", { setting: lab.setting, key }).catch(() => {});
}

function pauseButton() {
  const further = lab.answer ? lab.answer.further : 0;
  $("#pause").hidden = !lab.running && !lab.paused && !further;
  $("#pause").textContent = lab.running ? "Pause" : lab.paused ? "Go on" : "Narrow further";
  $("#pause").title = !lab.running && !lab.paused && further ? `Plays ${further.toLocaleString("en")} games, which halves the intervals` : "";
}

function failed(sentence) {
  lab.running = false;
  document.body.classList.remove("waiting");
  $("#say").textContent = sentence;
  $("#small").textContent = lab.answer ? "Below: the last rules and players that could be played." : "";
  $("#spoken").textContent = sentence;
  pauseButton();
}

// ---------------------------------------------------------------------------------------------- what cannot be played

function impossible(problem) {
  document.body.classList.add("impossible");
  document.body.classList.remove("waiting");
  lab.running = false;
  figures.paint(lab.setting.patch, problem.figures);
  $("#say").textContent = "These figures cannot be played together.";
  $("#small").textContent = lab.answer ? "Below, faded: the last rules that could be played." : "";
  $("#games").textContent = "waiting for rules that can be played";
  $("#bar").style.width = "0";
  $("#moved").hidden = $("#pause").hidden = true;
  $("#grid").inert = true;
  const ways = problem.ways.map((way, at) => el("button", { class: at ? "btn" : "btn main", type: "button", text: way.words, onclick: () => set(way.key, way.value) }));
  if (lab.past.length) ways.push(el("button", { class: "btn quiet", type: "button", text: "Undo the last change", onclick: undo }));
  $("#problem").replaceChildren(el("h2", { text: "Why" }), el("p", { text: problem.sentence }), el("div", { class: "ways" }, ...ways));
  $("#problem").hidden = false;
  for (const id of ["#compare", "#keep"]) $(id).disabled = true;
  $("#spoken").textContent = problem.sentence;
}

function possible() {
  document.body.classList.remove("impossible");
  $("#problem").hidden = true;
  $("#grid").inert = false;
  figures.paint(lab.setting.patch);
  buttons();
}

function buttons() {
  const changed = Object.keys(lab.setting.patch).length > 0;
  for (const id of ["#compare", "#keep"]) {
    $(id).disabled = !changed;
    $(id).title = changed ? "" : "Change a figure first";
  }
}

// ---------------------------------------------------------------------------------------------- changes

function set(key, value) {
  const patch = { ...lab.setting.patch }, published = figures.by.get(key)?.figure.value;
  if (same(value, published)) delete patch[key]; else patch[key] = value;
  const now = performance.now(), together = key === lab.last.key && now - lab.last.at < TOGETHER;
  lab.last = { key, at: now };
  move(patch, together);
}

function move(patch, together = false) {
  if (same(patch, lab.setting.patch)) { figures.paint(patch); return; }
  if (!together) lab.past.push(lab.setting.patch);
  lab.setting.patch = patch;
  show();
  ask();
}

function undo() {
  if (!lab.past.length) return;
  lab.setting.patch = lab.past.pop();
  lab.last = { key: "", at: 0 };
  show();
  ask();
}

/** Show what is set: figures, patch, line-up, variant, address. */
function show() {
  const { patch, seats } = lab.setting, keys = Object.keys(patch);
  figures.paint(patch);
  $("#patch-n").textContent = keys.length ? (keys.length === 1 ? "1 figure" : keys.length + " figures") : "";
  $("#reset").hidden = !keys.length;
  $("#undo").hidden = !lab.past.length;
  const empty = el("li", { class: "empty", text: "Nothing changed: these are the published rules." });
  $("#patch").replaceChildren(...(keys.length ? keys.map(patchLine) : [empty]));
  $("#lineup").replaceChildren(...seats.map((seat) => el("span", {}, el("i", { class: "swatch c" + (colour(seat) % 6) }), seat)));
  const known = lab.game.variants.findIndex((one) => same(sorted(one.patch), sorted(patch)));
  $("#own").hidden = !keys.length || known >= 0;
  $("#variant").value = keys.length ? (known >= 0 ? lab.game.variants[known].name : "\u0000own") : "";
  buttons();
  const address = "?s=" + encodeURIComponent(JSON.stringify(lab.setting));
  history.replaceState(null, "", address);
}

const sorted = (patch) => Object.entries(patch).sort(([a], [b]) => (a < b ? -1 : 1));
const colour = (seat) => [...new Set(lab.setting.seats)].indexOf(seat);

function patchLine(key) {
  const control = figures.by.get(key), value = lab.setting.patch[key];
  const published = control ? control.figure.value : null, label = control ? control.figure.label : key;
  let before = published, after = value;
  if (Array.isArray(value) && Array.isArray(published) && value.length === published.length) {
    const apart = value.map((_, at) => at).filter((at) => value[at] !== published[at]);
    if (apart.length === 1) [before, after] = [published[apart[0]], value[apart[0]]];
  }
  return el("li", {}, el("span", { text: label }), el("b", {}, control ? el("s", { text: shown(before) }) : null, shown(after)), el("button", { type: "button", "aria-label": "Undo the change of " + label, text: "×", onclick: () => { const patch = { ...lab.setting.patch }; delete patch[key]; move(patch); } }));
}

// ---------------------------------------------------------------------------------------------- game and players

async function load(setting, notice = "") {
  const number = setting.seats.length;
  lab.game = await get(`/api/game?name=${encodeURIComponent(setting.game)}&seats=${number}`);
  lab.setting = setting;
  lab.past = [];
  figures.show(lab.game.groups, number);
  figures.search($("#find").value);
  $("#game").value = setting.game;
  $("#count").textContent = lab.game.figures + " figures";
  $("#players").replaceChildren(...lab.game.players.map((players) => el("button", { type: "button", text: players, "aria-pressed": String(players === number), "aria-label": players === 1 ? "1 player" : players + " players", onclick: () => choosePlayers(players) })));
  $("#variant").replaceChildren(el("option", { value: "", text: "Published rules" }), ...lab.game.variants.map((one) => el("option", { value: one.name, text: one.name, title: one.about })), el("option", { value: "\u0000own", id: "own", text: "Your own changes" }));
  say(notice);
  show();
  if (innerWidth > 736) figures.reveal();
  ask();
}

async function choosePlayers(players) {
  const { seats } = lab.setting;
  const game = await get(`/api/game?name=${encodeURIComponent(lab.setting.game)}&seats=${players}`);
  const usual = same(seats, lab.game.line_up);
  const next = usual ? game.line_up : Array.from({ length: players }, (_, at) => seats[at] ?? game.line_up[at]);
  await load({ ...lab.setting, seats: next });
}

async function chooseGame(name) {
  const game = await get(`/api/game?name=${encodeURIComponent(name)}&seats=${lab.setting.seats.length}`);
  const known = new Set(game.groups.flatMap((group) => group.figures.map((figure) => figure.key)));
  const dropped = Object.keys(lab.setting.patch).filter((key) => !known.has(key));
  const patch = Object.fromEntries(Object.entries(lab.setting.patch).filter(([key]) => known.has(key)));
  await load({ game: name, seats: game.line_up, patch, seed: lab.setting.seed }, dropped.length ? `${game.title} has no figure ${dropped.join(", ")}: left out.` : "");
}

function say(sentence) {
  $("#notice").textContent = sentence;
  $("#notice").hidden = !sentence;
}

// ---------------------------------------------------------------------------------------------- actions

async function commands() {
  try { return await post("/api/commands", { setting: lab.setting }); } catch (problem) { say(problem.message); return null; }
}

$("#compare").onclick = async () => {
  const found = await commands();
  if (found) compareProperly(lab.setting, found);
};
$("#fix").onclick = async () => {
  const found = await commands();
  if (found) showText("Suggest a fix", "This command searches for the smallest change of these rules that makes the seats fair, and confirms it on fresh seeds.", found.balance);
};
$("#keep").onclick = async () => {
  const found = await commands();
  if (found) keepVariant(lab.setting, found.rules);
};
$("#share").onclick = () => showText("Share", `This address holds the rules, the line-up and the luck (seed ${lab.setting.seed}). In a lab that is open on the same port it shows the same answer.`, location.href);
$("#pause").onclick = () => {
  if (lab.running) {
    lab.running = false;
    lab.paused = true;
    post("/api/stop", {}).catch(() => {});
  } else ask(lab.paused ? lab.until : lab.answer.further);
  pauseButton();
};
$("#undo").onclick = undo;
$("#reset").onclick = () => move({});
$("#lineup").onclick = () => chooseLineUp(lab.game, lab.setting.seats, (seats) => { if (!same(seats, lab.setting.seats)) { lab.setting.seats = seats; show(); ask(); } });
$("#variant").onchange = (event) => { const one = lab.game.variants.find((known) => known.name === event.target.value); move(one ? { ...one.patch } : {}); };
$("#game").onchange = (event) => chooseGame(event.target.value).catch((problem) => say(problem.message));
$("#find").oninput = (event) => figures.search(event.target.value);

const typing = (target) => target.matches("input:not([type=range]), textarea, select");
let peeking = false;
addEventListener("keydown", (event) => {
  if (event.key === "/" && !typing(event.target) && !$("dialog[open]")) { event.preventDefault(); $("#find").focus(); }
  if (event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.target.matches("#find, dialog input")) { event.preventDefault(); undo(); }
  if (event.key.toLowerCase() === "p" && !event.ctrlKey && !event.metaKey && !typing(event.target) && !$("dialog[open]") && lab.answer && !peeking) { peeking = true; view.paint(lab.answer, true); }
});
addEventListener("keyup", (event) => {
  if (event.key.toLowerCase() === "p" && peeking) { peeking = false; if (lab.answer) view.paint(lab.answer); }
});

// ---------------------------------------------------------------------------------------------- the stream, and the start

let lost = 0;
function connection(state) {
  clearTimeout(lost);
  document.body.classList.toggle("closed", state === "closed");
  if (state === "open") say("");
  if (state === "lost") lost = setTimeout(say, 1500, "The connection to the lab is lost. Trying again.");
  if (state === "closed") say("The lab was closed at the terminal. The figures stay as they are; start the lab again to go on.");
}

function asked() {
  try { return JSON.parse(new URLSearchParams(location.search).get("s")); } catch { return null; }
}

async function begin() {
  const found = await get("/api/games");
  $("#game").replaceChildren(...found.games.map((game) => el("option", { value: game.name, text: game.title })));
  const shared = asked();
  const whole = shared && typeof shared.game === "string" && Array.isArray(shared.seats) && shared.patch && typeof shared.patch === "object";
  try {
    await load(whole ? { game: shared.game, seats: shared.seats, patch: shared.patch, seed: shared.seed } : found.setting);
  } catch (problem) {
    await load(found.setting, problem.message);
  }
  new Stream(take, connection);
}

const seen = new IntersectionObserver((entries) => $("#mini").classList.toggle("off", entries[0].isIntersecting));
seen.observe($("#grid"));
begin().catch((problem) => failed(problem.message));
