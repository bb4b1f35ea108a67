// The left side: hands, melds, tiles to click; how a hand was won and the options have files of their own.

import { SEATS, meldOf, meldText, room, sorted, used } from "./deal.js";
import { choices, fill, h, tile, tileButton } from "./dom.js";
import { render as renderHow } from "./how.js";
import { render as renderOptions } from "./options.js";
import { view } from "./view.js";
import { pick, say, seatName, sourceName } from "./words.js";

const MODES = ["tile", "chow", "pung", "exposed_kong", "added_kong", "concealed_kong", "single"];
const WILDCARD_MODES = ["chow", "single"]; // only sets with a wildcard let a player chow or lay a tile down
const ROWS = [..."mps"]
  .map((suit) => [..."123456789"].map((rank) => rank + suit))
  .concat([[..."1234567"].map((rank) => rank + "z")]);
const COPIES = { chow: 1, pung: 3, exposed_kong: 4, added_kong: 4, concealed_kong: 4 };

/** `change` changes the deal, `turn` only what the next click does. */
export function render(state, ruleSet, answer, change, turn) {
  renderSeats(state, answer, change);
  renderHand(state, answer, change);
  renderModes(ruleSet, turn);
  renderPalette(state, change);
  renderHow(state, ruleSet, answer, change, turn);
  renderOptions(state, ruleSet, change);
}

function renderSeats(state, answer, change) {
  fill(
    "seats",
    SEATS.map((seat) => {
      const won = state.by && state.winners.includes(seat);
      const net = answer?.settlement?.net[seat];
      const held = `${state.seats[seat].tiles.length}/${room(state.seats[seat])}`;
      return h(
        "button",
        {
          type: "button",
          key: `seat-${seat}`,
          pressed: view.seat === seat,
          onclick: () => change(() => Object.assign(view, { seat, target: "hand" })),
        },
        h("b", {}, seatName(seat), won && h("i", { class: "won" }, pick(["胡", "wins"]))),
        h("small", {}, net ? h("span", { class: net > 0 ? "plus" : "minus" }, signed(net)) : held),
      );
    }),
  );
}

export const signed = (number) => (number > 0 ? `+${number}` : String(number));

function renderHand(state, answer, change) {
  const seat = state.seats[view.seat];
  const melds = seat.melds.map((text, place) => {
    const meld = meldOf(text);
    const from =
      meld.source && meld.kind !== "chow" ? `${say(meld.kind)} · ${sourceName(meld.source)}` : say(meld.kind);
    return h(
      "button",
      {
        type: "button",
        class: "meld",
        key: `meld-${place}`,
        label: `${text} ✕`,
        title: "✕",
        onclick: () => change(() => seat.melds.splice(place, 1)),
      },
      h(
        "span",
        {},
        meld.tiles.map((kind, at) => tile(kind, { className: back(meld, at) })),
      ),
      h("small", {}, from),
    );
  });
  const tiles = seat.tiles.map((kind, place) =>
    tileButton(kind, () => change(() => seat.tiles.splice(place, 1)), {
      key: `tile-${place}`,
      class: kind === answer?.wildcard ? "wild" : "",
    }),
  );
  const wins = state.by && state.winners.includes(view.seat) && state.tile;
  fill(
    "hand",
    melds,
    h("span", { class: "tiles" }, tiles, !tiles.length && !melds.length && h("em", {}, say("no hand"))),
    wins &&
      h(
        "span",
        { class: "tiles drawn" },
        tileButton(
          state.tile,
          () =>
            change(() => {
              state.tile = null;
            }),
          { key: "drawn", class: state.tile === answer?.wildcard ? "wild" : "" },
        ),
      ),
  );
}

/** The outer tiles of a concealed kong lie face down. */
const back = (meld, place) => (meld.kind === "concealed_kong" && (place === 0 || place === 3) ? "back" : "");

function renderModes(ruleSet, turn) {
  const modes = MODES.filter((mode) => hasWildcard(ruleSet) || !WILDCARD_MODES.includes(mode));
  if (!modes.includes(view.mode)) view.mode = "tile";
  const claimed = ["pung", "exposed_kong", "added_kong"].includes(view.mode);
  fill(
    "modes",
    choices(
      "mode",
      modes.map((mode) => [mode, say(mode)]),
      (mode) => view.mode === mode,
      (mode) =>
        turn(() => {
          view.mode = mode;
          view.target = "hand";
        }),
    ),
    claimed &&
      h(
        "div",
        { class: "row" },
        h("label", {}, say("from")),
        choices(
          "source",
          [1, 2, 3].map((source) => [source, sourceName(source)]),
          (source) => view.source === source,
          (source) =>
            turn(() => {
              view.source = source;
            }),
        ),
      ),
    view.mode === "chow" &&
      h(
        "div",
        { class: "row" },
        h("label", {}, say("claimed")),
        choices(
          "claimed",
          [1, 2, 3].map((place) => [place, String(place)]),
          (place) => view.claimed === place,
          (place) =>
            turn(() => {
              view.claimed = place;
            }),
        ),
        h("small", {}, say("lowest")),
      ),
  );
}

export const hasWildcard = (ruleSet) => ruleSet.keys.includes("indicator");

/** Every kind, with the copies that are still on the table. */
function renderPalette(state, change) {
  const counts = used(state);
  const needs = view.target === "hand" ? (COPIES[view.mode] ?? 1) : 1;
  const button = (kind) => {
    const left = 4 - (counts[kind] ?? 0);
    const disabled = left < needs || (view.target === "hand" && view.mode === "chow" && !meldText("chow", kind, 1, 1));
    return tileButton(
      kind,
      () => change((now) => click(now, kind)),
      { key: `palette-${kind}`, disabled },
      h("small", { class: "left" }, String(left)),
    );
  };
  fill(
    "palette",
    ROWS.map((row) => h("div", { class: "suit" }, row.map(button))),
  );
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
