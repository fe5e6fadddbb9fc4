// The dialogs: line-up, commands to copy, and keeping a variant.
import { $, $$, el } from "./dom.js";
import { post } from "./server.js";

for (const button of $$("[data-close]")) button.addEventListener("click", () => button.closest("dialog").close());

const wrong = (id, sentence) => { $(id).textContent = sentence; $(id).hidden = !sentence; };
const SEAT = /^([^+*:@]+)([+*]\d+)?(@[^:]*)?(:.*)?$/;

/** Let the user choose a strategy for each seat; `done(seats)` gets them. */
export function chooseLineUp(game, seats, done) {
  const rows = seats.map((text, at) => seatRow(game, text, at));
  $("#seats-list").replaceChildren(...rows.map((row) => row.element));
  wrong("#lineup-wrong", "");
  $("#lineup-do").onclick = () => { $("#d-lineup").close(); done(rows.map((row) => row.text())); };
  $("#d-lineup").showModal();
}

function seatRow(game, text, at) {
  const [, name = text, ahead = "", file = "", weights = ""] = SEAT.exec(text) || [];
  const known = game.strategies.map((one) => one.name), steps = [...new Set([...game.lookahead, ahead])];
  const names = known.includes(name + file) ? known : [...new Set([name + file, ...known])];
  const about = el("p", { class: "about" });
  const who = el("select", { "aria-label": `Strategy of seat ${at + 1}`, onchange: () => tell() }, ...names.map((one) => el("option", { text: one, value: one, selected: one === name + file })));
  const how = el("select", { "aria-label": `Look-ahead of seat ${at + 1}` }, ...steps.map((one) => el("option", { value: one, text: one ? `looks ahead ${one}` : "plays at once", selected: one === ahead })));
  const more = el("input", { "aria-label": `Weights of seat ${at + 1}`, placeholder: "weight=value", value: weights.slice(1), autocomplete: "off", spellcheck: "false" });
  const tell = () => { about.textContent = game.strategies.find((one) => one.name === who.value)?.about || ""; };
  tell();
  const element = el("div", { class: "seat" }, el("b", { text: `Seat ${at + 1}` }), who, how, more, about);
  const join = () => {
    const [name2, file2] = who.value.split("@");
    return name2 + how.value + (file2 ? "@" + file2 : "") + (more.value.trim() ? ":" + more.value.trim() : "");
  };
  return { element, text: join };
}

/** Show a text to copy under a title. */
export function showText(title, about, text) {
  $("#h-command").textContent = title;
  $("#command-about").textContent = about;
  $("#command").textContent = text;
  wrong("#command-wrong", "");
  copying("#copy", "#command", text);
  $("#d-command").showModal();
}

/** Let a button copy a text. */
function copying(button, shown, text) {
  $(button).textContent = "Copy";
  $(button).onclick = async () => {
    try { await navigator.clipboard.writeText(text); $(button).textContent = "Copied"; } catch {
      getSelection().selectAllChildren($(shown));
      $(button).textContent = "Marked: copy it with Ctrl C";
    }
  };
}

let comparison = 0; // the question of the comparison that the dialog shows

/** Show the command of a comparison, and play it here if the user wishes. */
export function compareProperly(setting, found) {
  comparison = 0;
  $("#compare-about").textContent = found.about;
  $("#compare-command").textContent = found.compare;
  copying("#compare-copy", "#compare-command", found.compare);
  $("#compare-found").replaceChildren();
  $("#compare-run").hidden = true;
  wrong("#compare-wrong", "");
  const button = $("#compare-do");
  button.hidden = false;
  button.textContent = "Play it here";
  button.onclick = async () => {
    if (comparison) { post("/api/stop", { about: "compare" }).catch(() => {}); $("#compare-words").textContent = "Stopped. The command goes on with --resume."; button.hidden = true; return; }
    try {
      comparison = (await post("/api/compare", { setting, seed: found.seed })).ask;
      $("#compare-run").hidden = false;
      button.textContent = "Stop";
    } catch (problem) { wrong("#compare-wrong", problem.message); }
  };
  $("#d-compare").showModal();
}

/** Show how far a comparison is, or what it found. */
export function showComparison(message) {
  if (comparison && message.ask !== comparison) return;
  if (message.kind === "step") {
    $("#compare-words").textContent = message.words;
    $("#compare-bar").style.width = 100 * message.part + "%";
    return;
  }
  $("#compare-run").hidden = $("#compare-do").hidden = true;
  if (message.kind === "failed") { wrong("#compare-wrong", message.sentence); return; }
  const found = [...message.findings.map((text) => el("p", { class: "prose", text })), el("p", { text: `All of it is in ${message.folder}. For a page of it: ` }, el("code", { text: message.report }))];
  $("#compare-found").replaceChildren(...found);
}

/** Let the user name a variant and write it. */
export function keepVariant(setting, toml) {
  $("#toml").textContent = toml;
  $("#keep-name").value = "my-" + setting.game;
  wrong("#keep-wrong", "");
  $("#keep-do").hidden = $("#keep-name").disabled = false;
  $("#keep-about").textContent = "The file is written into the folder in which the lab was started. Every command takes it with --rules.";
  $("#keep-do").onclick = async () => {
    try {
      const kept = await post("/api/keep", { setting, name: $("#keep-name").value });
      $("#keep-about").textContent = `Kept as ${kept.file}. Compare it on fresh seeds:`;
      $("#toml").textContent = kept.command;
      $("#keep-do").hidden = $("#keep-name").disabled = true;
      wrong("#keep-wrong", "");
    } catch (problem) { wrong("#keep-wrong", problem.message); }
  };
  $("#keep-name").onkeydown = (event) => { if (event.key === "Enter") $("#keep-do").click(); };
  $("#d-keep").showModal();
  $("#keep-name").select();
}
