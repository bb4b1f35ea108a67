// The page: what is entered, asked of the server at every change, and shown.

import * as answerSide from "./answer.js";
import { empty, fromDeal, fromFragment, handText, room, toDeal, toFragment } from "./deal.js";
import { fill, h } from "./dom.js";
import * as entrySide from "./entry.js";
import { view } from "./view.js";
import { lang, pick, refusal, say, switchLang } from "./words.js";

/** Less than the server takes. */
const MOST_BYTES = 60_000;

/** Milliseconds without an answer until the address says what is entered. */
const PAUSE = 100;

const by = (id) => document.getElementById(id);

let ruleSets = [];
let names = {};
let state = null;
let answer = null;
let asked = 0;

const ruleSet = () => ruleSets.find((one) => one.name === state.rules);

/** Nobody was there to say what is wrong with what was sent. */
class NoAnswer extends Error {}

async function call(path, body) {
  busy(1);
  try {
    const sent = body && new TextEncoder().encode(JSON.stringify(body));
    if (sent?.length > MOST_BYTES) throw new Error(say("too large"));
    const response = await fetch(
      path,
      sent && { method: "POST", headers: { "Content-Type": "application/json" }, body: sent },
    ).catch(() => {
      throw new NoAnswer(say("offline"));
    });
    const data = await response.json();
    if (!response.ok) throw new Error(refusal(data.error));
    return data;
  } finally {
    busy(-1);
  }
}

let calls = 0;
function busy(more) {
  calls += more;
  document.body.ariaBusy = String(calls > 0);
}

/** Change what is entered, ask for what it means, and show it while the answer is on its way. */
function change(how) {
  how(state);
  const asking = refresh();
  renderEntry();
  return asking;
}

/** Change only what the next click does: the answer stays. */
function turn(how) {
  how();
  renderEntry();
}

async function refresh() {
  const number = ++asked;
  try {
    const found = await call("/api/look", { deal: toDeal(state, ruleSet()), seat: view.seat });
    if (number === asked) show(found);
  } catch (error) {
    toast(error.message);
  }
  if (number === asked) addressLater();
}

const address = () => history.replaceState(null, "", "#" + toFragment(toDeal(state, ruleSet())));

/** An address costs the browser as much as all else that a click does: it is written when nobody clicks. */
let resting;
function addressLater() {
  clearTimeout(resting);
  resting = setTimeout(address, PAUSE);
}

function renderEntry() {
  by("rules").value = state.rules;
  entrySide.render(state, ruleSet(), answer, change, turn);
  if (!isTyping()) by("typed").value = typedText();
}

function show(found) {
  answer = found;
  if (!isTyping()) tellProblem(answer.seats[view.seat].error);
  renderEntry();
  answerSide.render(state, ruleSet(), answer, names, view.seat);
}

const tellProblem = (error) => {
  by("problem").textContent = error ? refusal(error) : "";
};

const isTyping = () => document.activeElement === by("typed");

const typedText = () => {
  const seat = state.seats[view.seat];
  const won = state.by && state.winners.includes(view.seat) && state.tile && seat.tiles.length === room(seat);
  return handText(won ? { ...seat, tiles: [...seat.tiles, state.tile] } : seat);
};

/** A hand that is typed: read by the server, in any notation. */
async function typed() {
  const seat = view.seat;
  const deal = toDeal(state, ruleSet());
  deal.players[seat] = { hand: by("typed").value };
  const text = by("typed").value;
  const found = await call("/api/look", { deal, seat });
  if (by("typed").value !== text || view.seat !== seat) return;
  const { melds, tiles, error } = found.seats[seat];
  tellProblem(text.trim() && error);
  if (error && text.trim()) return;
  const entered = { melds: melds.map((meld) => meld.text), tiles };
  state.seats[seat] = entered;
  if (tiles.length === room(entered) + 1 && state.false_win !== seat) {
    await change(() => entrySide.setWon(state, seat, entered.tiles.pop()));
  } else if (state.winners.length === 1 && state.winners[0] === seat && state.tile && tiles.length < room(entered)) {
    await change(() => {
      state.tile = null;
    });
  } else {
    // What was asked is what is entered now.
    asked++;
    show(found);
    addressLater();
  }
}

/** Show a deal of a file or a link. Throws what is no deal. */
async function load(deal) {
  const found = await call("/api/look", { deal, seat: 0 });
  const rules = ruleSets.some((one) => one.name === deal.rules) ? deal.rules : state.rules;
  state = fromDeal(deal, found.seats, found.tiles, rules);
  Object.assign(view, { seat: state.winners[0] ?? 0, mode: "tile", target: "hand" });
  await change(() => {});
  // What the page cannot hold, as a key that no deal has or a hand that is none, would be lost without a word.
  if (found.refused && found.refused[1] !== answer.refused?.[1]) toast(refusal(found.refused));
}

async function open(read) {
  try {
    await load(await read());
  } catch (error) {
    toast(error instanceof NoAnswer ? error.message : say("not a deal") + error.message);
  }
}

async function readFile(file) {
  if (file.size > MOST_BYTES) throw new Error(say("too large"));
  const text = await file.text();
  return orSay("not json", () => JSON.parse(text));
}

const readLink = async () => orSay("broken link", () => fromFragment(location.hash.slice(1)));

/** What `read` gives, or an error of the page's own words: the browser's are for programmers. */
function orSay(key, read) {
  try {
    return read();
  } catch {
    throw new Error(say(key));
  }
}

function save() {
  const text = JSON.stringify(toDeal(state, ruleSet()), null, 2) + "\n";
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = "deal.json";
  link.click();
  URL.revokeObjectURL(link.href);
}

async function share() {
  address();
  try {
    await navigator.clipboard.writeText(location.href);
    toast(say("copied"));
  } catch {
    toast(say("not copied"));
  }
}

let fading;
function toast(text) {
  by("toast").textContent = text;
  clearTimeout(fading);
  fading = setTimeout(() => {
    by("toast").textContent = "";
  }, 6000);
}

/** Texts that do not change with what is entered. */
function label() {
  document.documentElement.lang = lang();
  for (const element of document.querySelectorAll("[data-say]")) element.textContent = say(element.dataset.say);
  for (const element of document.querySelectorAll("[data-label]"))
    element.setAttribute("aria-label", say(element.dataset.label));
  by("typed").placeholder = say("typed");
  by("lang").textContent = pick(["EN", "中文"]);
  fill(
    "rules",
    ruleSets.map((one) => h("option", { value: one.name }, pick([one.zh, one.en]))),
  );
}

function listen() {
  by("rules").onchange = (event) =>
    change(() => {
      state.rules = event.target.value;
      state.options = {};
      view.target = "hand";
    });
  by("new").onclick = () =>
    change(() => {
      state = empty(state.rules);
      Object.assign(view, { seat: 0, mode: "tile", target: "hand" });
    });
  by("open").onclick = () => by("file").click();
  by("file").onchange = (event) => {
    const file = event.target.files[0];
    if (file) open(() => readFile(file));
    event.target.value = "";
  };
  by("save").onclick = save;
  by("share").onclick = share;
  by("lang").onclick = () => {
    switchLang();
    label();
    if (answer) show(answer);
  };
  let reading = Promise.resolve();
  by("typed").oninput = () => {
    reading = typed().catch((error) => toast(error.message));
  };
  by("typed").onblur = async () => {
    await reading;
    if (answer) show(answer);
  };
  by("typed").onkeydown = (event) => {
    if (event.key === "Enter") event.target.blur();
  };
  by("brief").onclick = () => by("score-card").scrollIntoView({ behavior: "smooth" });
  window.onhashchange = () => open(readLink);
}

async function start() {
  ({ rules: ruleSets, names } = await call("/api/rules"));
  state = empty(ruleSets[0].name);
  label();
  listen();
  if (location.hash.length > 1) await open(readLink);
  // Without a link, or with one that is no deal.
  if (!answer) await change(() => {});
}

start().catch((error) => toast(error.message));
