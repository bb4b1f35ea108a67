// The left side: hands, melds, tiles to click, how the hand was won, options.

import { SEATS, chainSeat, kongs, meldOf, meldText, room, sorted, used } from "./deal.js";
import { choices, fill, h, tile, tileButton } from "./dom.js";
import { CHOICES, pick, say, seatName, sourceName, tileName } from "./words.js";

const MODES = ["tile", "chow", "pung", "exposed_kong", "added_kong", "concealed_kong", "single"];
const WILDCARD_MODES = ["chow", "single"]; // only sets with a wildcard let a player chow or lay a tile down
const ROWS = [..."mps"].map((suit) => [..."123456789"].map((rank) => rank + suit)).concat([[..."1234567"].map((rank) => rank + "z")]);
const COPIES = { chow: 1, pung: 3, exposed_kong: 4, added_kong: 4, concealed_kong: 4 };

/** What the next click does: seat, kind of meld, its source, and where a tile goes. */
export const view = { seat: 0, mode: "tile", source: 1, claimed: 1, target: "hand" };

export function render(state, ruleSet, answer, change) {
  renderSeats(state, answer, change);
  renderHand(state, answer, change);
  renderModes(ruleSet, change);
  renderPalette(state, change);
  renderHow(state, ruleSet, answer, change);
  renderOptions(state, ruleSet, change);
}

/** What an answer alone changes. Buttons that a finger may be on stay where they are. */
export function renderAnswered(state, ruleSet, answer, before, change) {
  renderSeats(state, answer, change);
  if (answer.wildcard !== before?.wildcard) {
    renderHand(state, answer, change);
    renderHow(state, ruleSet, answer, change);
  }
}

/** The seats are built once, too: they change with every answer. */
function renderSeats(state, answer, change) {
  const bar = document.getElementById("seats");
  if (!bar.firstChild) {
    bar.append(...SEATS.map((seat) =>
      h("button", { type: "button", key: `seat-${seat}`, onclick: () => change(() => Object.assign(view, { seat, target: "hand" })) })));
  }
  for (const seat of SEATS) {
    const won = state.by && state.winners.includes(seat);
    const net = answer?.settlement?.net[seat];
    const held = `${state.seats[seat].tiles.length}/${room(state.seats[seat])}`;
    bar.children[seat].ariaPressed = String(view.seat === seat);
    bar.children[seat].replaceChildren(
      h("b", {}, seatName(seat), won && h("i", { class: "won" }, pick(["胡", "wins"]))),
      h("small", {}, net ? h("span", { class: net > 0 ? "plus" : "minus" }, signed(net)) : held));
  }
}

export const signed = (number) => (number > 0 ? `+${number}` : String(number));

function renderHand(state, answer, change) {
  const seat = state.seats[view.seat];
  const melds = seat.melds.map((text, place) => {
    const meld = meldOf(text);
    const from = meld.source && meld.kind !== "chow" ? `${say(meld.kind)} · ${sourceName(meld.source)}` : say(meld.kind);
    return h("button", { type: "button", class: "meld", key: `meld-${place}`, label: `${text} ✕`, title: "✕", onclick: () => change(() => seat.melds.splice(place, 1)) },
      h("span", {}, meld.tiles.map((kind, at) => tile(kind, { className: back(meld, at) }))), h("small", {}, from));
  });
  const tiles = seat.tiles.map((kind, place) =>
    tileButton(kind, () => change(() => seat.tiles.splice(place, 1)), { key: `tile-${place}`, class: kind === answer?.wildcard ? "wild" : "" }));
  const wins = state.by && state.winners.includes(view.seat) && state.tile;
  fill("hand", melds, h("span", { class: "tiles" }, tiles, !tiles.length && !melds.length && h("em", {}, say("no hand"))),
    wins && h("span", { class: "tiles drawn" }, tileButton(state.tile, () => change(() => { state.tile = null; }), { key: "drawn", class: state.tile === answer?.wildcard ? "wild" : "" })));
}

/** The outer tiles of a concealed kong lie face down. */
const back = (meld, place) => (meld.kind === "concealed_kong" && (place === 0 || place === 3) ? "back" : "");

function renderModes(ruleSet, change) {
  const modes = MODES.filter((mode) => hasWildcard(ruleSet) || !WILDCARD_MODES.includes(mode));
  if (!modes.includes(view.mode)) view.mode = "tile";
  const claimed = ["pung", "exposed_kong", "added_kong"].includes(view.mode);
  fill("modes",
    choices("mode", modes.map((mode) => [mode, say(mode)]), (mode) => view.mode === mode, (mode) => change(() => { view.mode = mode; view.target = "hand"; })),
    claimed && h("div", { class: "row" }, h("label", {}, say("from")),
      choices("source", [1, 2, 3].map((source) => [source, sourceName(source)]), (source) => view.source === source, (source) => change(() => { view.source = source; }))),
    view.mode === "chow" && h("div", { class: "row" }, h("label", {}, say("claimed")),
      choices("claimed", [1, 2, 3].map((place) => [place, String(place)]), (place) => view.claimed === place, (place) => change(() => { view.claimed = place; })),
      h("small", {}, say("lowest"))));
}

export const hasWildcard = (ruleSet) => ruleSet.keys.includes("indicator");

/** The palette is built once: its tiles only change what they count. */
function renderPalette(state, change) {
  const palette = document.getElementById("palette");
  if (!palette.firstChild) {
    palette.append(...ROWS.map((row) => h("div", { class: "suit" }, row.map((kind) =>
      tileButton(kind, () => change((now) => click(now, kind)), { key: `palette-${kind}` }, h("small", { class: "left" }))))));
  }
  const counts = used(state);
  const needs = view.target === "hand" ? COPIES[view.mode] ?? 1 : 1;
  for (const button of palette.querySelectorAll("button")) {
    const kind = button.dataset.key.slice("palette-".length);
    const left = 4 - (counts[kind] ?? 0);
    button.disabled = left < needs || (view.target === "hand" && view.mode === "chow" && !meldText("chow", kind, 1, 1));
    button.lastChild.textContent = String(left);
    button.title = tileName(kind);
    button.ariaLabel = button.title;
  }
}

/** A tile of the palette goes where the next click goes. */
function click(state, kind) {
  const seat = state.seats[view.seat];
  const [field, index] = view.target.split("-");
  if (field === "hand") {
    if (view.mode !== "tile") {
      seat.melds.push(meldText(view.mode, kind, view.source, view.claimed));
      view.mode = "tile";
    } else if (seat.tiles.length < room(seat) || view.seat === state.false_win) {
      seat.tiles = sorted([...seat.tiles, kind]);
    } else {
      setWon(state, view.seat, kind);
    }
  } else if (field === "horses" || field === "turned") state[field].push(kind);
  else if (field === "fish") state.fish[index].push(kind);
  else {
    state[field] = kind;
    view.target = "hand";
  }
}

/** A whole hand's further tile: the winning one, self-drawn unless something else was said. */
export function setWon(state, seat, kind) {
  state.by ??= "self_draw";
  if (!state.winners.length) state.winners = [seat];
  state.tile = kind;
}

function renderHow(state, ruleSet, answer, change) {
  const knows = (key) => ruleSet.keys.includes(key);
  const set = (key) => (value) => change(() => { state[key] = value; });
  const toggle = (key) => (value) => change(() => {
    state[key] = state[key].includes(value) ? state[key].filter((other) => other !== value) : [...state[key], value].sort();
  });
  const seats = SEATS.map((seat) => [seat, seatName(seat)]);
  const seatsOrNone = [[null, say("nobody")], ...seats];
  const parts = [
    choices("by", [null, "self_draw", "discard", "rob_kong"].map((by) => [by, say(by ?? "none")]), (by) => state.by === by, (by) => change(() => chooseBy(state, by))),
  ];
  const row = (label, ...controls) => parts.push(h("div", { class: "row" }, h("label", {}, label), controls));
  if (knows("indicator")) {
    row(say("indicator"), slot(state, "indicator", change), answer?.wildcard && h("span", { class: "row" }, say("wildcard"), tile(answer.wildcard, { className: "wild" })));
  }
  if (state.by) {
    const one = state.by === "self_draw";
    row(say("winner"), choices("winner", seats, (seat) => state.winners.includes(seat), one ? (seat) => change(() => { state.winners = [seat]; }) : toggle("winners")));
    if (!one) row(say(state.by === "discard" ? "discarder" : "robbed"), choices("from", seats.filter(([seat]) => !state.winners.includes(seat)), (seat) => state.from === seat, set("from")));
    row(say("winning tile"), slot(state, "tile", change));
    const maker = chainSeat(state);
    const made = maker === null ? [] : kongs(state.seats[maker]);
    if (made.length) row(say("chain"), chainChoices("chain", made, state.chain, (chain) => change(() => { state.chain = chain; })));
    parts.push(h("div", { class: "row" }, check("last_tile", state, change), check("first_turn", state, change)));
    if (knows("declared")) row(say("declared"), choices("declared", seats, (seat) => state.declared.includes(seat), toggle("declared")));
    if (knows("horses")) row(say("horses"), tileList(state, "horses", state.horses, change));
  } else {
    if (knows("last_drawer")) row(say("last_drawer"), choices("last_drawer", seatsOrNone, (seat) => state.last_drawer === seat, set("last_drawer")));
    if (knows("false_win")) row(say("false_win"), choices("false_win", seatsOrNone, (seat) => state.false_win === seat, set("false_win")));
  }
  renderChains(state, row, change);
  const hidden = seats.filter(([seat]) => !state.seats[seat].tiles.length && !state.winners.includes(seat));
  if (state.by && state.by !== "self_draw") row(say("waiting"), choices("waiting", hidden, (seat) => state.waiting.includes(seat), toggle("waiting")));
  if (knows("fish")) renderFish(state, ruleSet, row, seatsOrNone, set, change);
  fill("how", parts);
}

function chooseBy(state, by) {
  state.by = by;
  if (by === "self_draw") {
    state.winners = state.winners.slice(0, 1);
    state.from = null;
  }
  if (by && !state.winners.length) state.winners = [view.seat];
}

/** Kongs in a row, in the order in which they are clicked. */
function chainChoices(name, made, chain, choose) {
  const items = made.map((kong) => [kong, h("span", {}, kong, chain.includes(kong) && h("sup", {}, String(chain.indexOf(kong) + 1)))]);
  return choices(name, items, (kong) => chain.includes(kong), (kong) =>
    choose(chain.includes(kong) ? chain.filter((other) => other !== kong) : [...chain, kong]));
}

/** Earlier kongs in a row: a line for every such chain, and one to begin another where two kongs are free. */
function renderChains(state, row, change) {
  for (const seat of SEATS) {
    const made = kongs(state.seats[seat]);
    const mine = state.chains.filter((chain) => chain.seat === seat);
    const taken = [...mine.flatMap((chain) => chain.kongs), ...(chainSeat(state) === seat ? state.chain : [])];
    const free = made.filter((kong) => !taken.includes(kong));
    if (free.length > 1) mine.push({ seat, kongs: [] });
    mine.forEach((chain, place) => row(`${seatName(seat)} ${say("chains")}`,
      chainChoices(`chains-${seat}-${place}`, made.filter((kong) => chain.kongs.includes(kong) || free.includes(kong)), chain.kongs, (named) => change(() => {
        state.chains = [...state.chains.filter((other) => other !== chain), ...(named.length ? [{ seat, kongs: named }] : [])];
      }))));
  }
}

/** Each player's own tiles where the rule set has the option, else tiles turned from the wall. */
function renderFish(state, ruleSet, row, seatsOrNone, set, change) {
  const option = ruleSet.options.find((one) => one.name === "fishing");
  if (!option) {
    row(say("fish"), tileList(state, "turned", state.turned, change));
    if (state.turned.length) row(say("fish_from"), choices("fishFrom", seatsOrNone.slice(1), (seat) => state.fishFrom === seat, set("fishFrom")));
  } else if (Number(state.options.fishing ?? option.default)) {
    for (const seat of SEATS) row(`${say("fish")} ${seatName(seat)}`, tileList(state, `fish-${seat}`, state.fish[seat], change));
  }
}

/** A place for one tile: click it, then a tile of the palette. */
function slot(state, field, change) {
  const aim = () => change(() => { view.target = view.target === field ? "hand" : field; });
  const properties = { key: `slot-${field}`, class: view.target === field ? "aimed" : "" };
  return state[field]
    ? tileButton(state[field], aim, properties)
    : h("button", { type: "button", ...properties, class: `tile slot ${properties.class}`, label: say(field === "tile" ? "winning tile" : field), onclick: aim }, "?");
}

/** Places for any number of tiles: click one to take it out, + to add some. */
function tileList(state, field, tiles, change) {
  const aim = () => change(() => { view.target = view.target === field ? "hand" : field; });
  return h("span", { class: "tiles" },
    tiles.map((kind, place) => tileButton(kind, () => change(() => tiles.splice(place, 1)), { key: `${field}-${place}` })),
    h("button", { type: "button", key: `slot-${field}`, class: `tile slot ${view.target === field ? "aimed" : ""}`, label: say("add"), onclick: aim }, "+"));
}

function check(key, state, change) {
  return h("label", { class: "check" }, h("input", { type: "checkbox", key, checked: state[key], onchange: () => change(() => { state[key] = !state[key]; }) }), say(key));
}

function renderOptions(state, ruleSet, change) {
  fill("options", ruleSet.options.map((option) => {
    const value = option.name in state.options ? state.options[option.name] : option.default;
    const set = (chosen) => change(() => {
      if (chosen === option.default) delete state.options[option.name];
      else state.options[option.name] = chosen;
    });
    return h("label", { class: option.kind === "flag" ? "check" : "field" }, control(option, value, set), h("span", {}, pick([option.zh, option.en])));
  }));
}

function control(option, value, set) {
  const key = `option-${option.name}`;
  if (option.kind === "flag") return h("input", { type: "checkbox", key, checked: value === true, onchange: () => set(value !== true) });
  if (option.kind === "choice") {
    const items = option.choices.map((choice, place) => h("option", { value: String(place), selected: choice === value }, choiceText(choice)));
    return h("select", { key, onchange: (event) => set(option.choices[Number(event.target.value)]) }, items);
  }
  return h("input", {
    type: "number", key, min: option.least, max: option.most, value: value ?? "", placeholder: option.nullable ? say("unlimited") : "",
    onchange: (event) => set(event.target.value === "" ? option.default : Number(event.target.value)),
  });
}

const choiceText = (choice) => pick(CHOICES[choice] ?? [choice, choice]);
