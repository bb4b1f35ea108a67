// How a hand was won: everything of a deal beside the hands.

import { SEATS, chainSeat, kongs, tilesOf } from "./deal.js";
import { choices, fill, h, tile, tileButton } from "./dom.js";
import { view } from "./view.js";
import { say, seatName } from "./words.js";

export function render(state, ruleSet, answer, change, turn) {
  const knows = (key) => ruleSet.keys.includes(key);
  const set = (key) => (value) =>
    change(() => {
      state[key] = value;
    });
  const toggle = (key) => (value) =>
    change(() => {
      state[key] = state[key].includes(value)
        ? state[key].filter((other) => other !== value)
        : [...state[key], value].sort();
    });
  const seats = SEATS.map((seat) => [seat, seatName(seat)]);
  const seatsOrNone = [[null, say("nobody")], ...seats];
  const parts = [
    choices(
      "by",
      [null, "self_draw", "discard", "rob_kong"].map((by) => [by, say(by ?? "none")]),
      (by) => state.by === by,
      (by) => change(() => chooseBy(state, by)),
    ),
  ];
  const row = (label, ...controls) => parts.push(h("div", { class: "row", key: label }, h("label", {}, label), controls));
  if (knows("indicator")) {
    row(
      say("indicator"),
      slot(state, "indicator", turn),
      answer?.wildcard && h("span", { class: "row" }, say("wildcard"), tile(answer.wildcard, { className: "wild" })),
    );
  }
  if (state.by) {
    const one = state.by === "self_draw";
    row(
      say("winner"),
      choices(
        "winner",
        seats,
        (seat) => state.winners.includes(seat),
        one
          ? (seat) =>
              change(() => {
                state.winners = [seat];
              })
          : toggle("winners"),
      ),
    );
    if (!one)
      row(
        say(state.by === "discard" ? "discarder" : "robbed"),
        choices(
          "from",
          seats.filter(([seat]) => !state.winners.includes(seat)),
          (seat) => state.from === seat,
          set("from"),
        ),
      );
    row(say("winning tile"), slot(state, "tile", turn));
    const maker = chainSeat(state);
    const made = maker === null ? [] : kongs(state.seats[maker]);
    if (made.length)
      row(
        say("chain"),
        chainChoices("chain", made, state.chain, (chain) =>
          change(() => {
            state.chain = chain;
          }),
        ),
      );
    const checks = ["last_tile", "first_turn"].map((key) => check(key, state, change));
    parts.push(h("div", { class: "row", key: "checks" }, checks));
    if (knows("declared"))
      row(
        say("declared"),
        choices("declared", seats, (seat) => state.declared.includes(seat), toggle("declared")),
      );
    if (knows("horses")) row(say("horses"), tileList(state, "horses", state.horses, change, turn));
    if (knows("fish")) renderFish(state, ruleSet, row, seatsOrNone, set, change, turn);
  } else {
    if (knows("last_drawer"))
      row(
        say("last_drawer"),
        choices("last_drawer", seatsOrNone, (seat) => state.last_drawer === seat, set("last_drawer")),
      );
    if (knows("false_win"))
      row(
        say("false_win"),
        choices("false_win", seatsOrNone, (seat) => state.false_win === seat, set("false_win")),
      );
  }
  renderChains(state, row, change);
  const hidden = seats.filter(([seat]) => !state.seats[seat].tiles.length && !state.winners.includes(seat));
  if (state.by && state.by !== "self_draw")
    row(
      say("waiting"),
      choices("waiting", hidden, (seat) => state.waiting.includes(seat), toggle("waiting")),
    );
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
  const items = made.map((kong) => [
    kong,
    h(
      "span",
      { class: "kong small" },
      tilesOf(kong).map((kind) => tile(kind)),
      chain.includes(kong) && h("sup", {}, String(chain.indexOf(kong) + 1)),
    ),
  ]);
  return choices(
    name,
    items,
    (kong) => chain.includes(kong),
    (kong) => choose(chain.includes(kong) ? chain.filter((other) => other !== kong) : [...chain, kong]),
  );
}

/** Earlier kongs in a row: a line for every such chain, and one to begin another where two kongs are free. */
function renderChains(state, row, change) {
  for (const seat of SEATS) {
    const made = kongs(state.seats[seat]);
    const mine = state.chains.filter((chain) => chain.seat === seat);
    const taken = [...mine.flatMap((chain) => chain.kongs), ...(chainSeat(state) === seat ? state.chain : [])];
    const free = made.filter((kong) => !taken.includes(kong));
    if (free.length > 1) mine.push({ seat, kongs: [] });
    mine.forEach((chain, place) =>
      row(
        `${seatName(seat)} ${say("chains")}`,
        chainChoices(
          `chains-${seat}-${place}`,
          made.filter((kong) => chain.kongs.includes(kong) || free.includes(kong)),
          chain.kongs,
          (named) =>
            change(() => {
              state.chains = [
                ...state.chains.filter((other) => other !== chain),
                ...(named.length ? [{ seat, kongs: named }] : []),
              ];
            }),
        ),
      ),
    );
  }
}

/** Each player's own tiles where the rule set has the option, else tiles turned from the wall. */
function renderFish(state, ruleSet, row, seatsOrNone, set, change, turn) {
  const option = ruleSet.options.find((one) => one.name === "fishing");
  if (!option) {
    row(say("fish"), tileList(state, "turned", state.turned, change, turn));
    if (state.turned.length)
      row(
        say("fish_from"),
        choices("fishFrom", seatsOrNone.slice(1), (seat) => state.fishFrom === seat, set("fishFrom")),
      );
  } else if (Number(state.options.fishing ?? option.default)) {
    for (const seat of SEATS)
      row(`${say("fish")} ${seatName(seat)}`, tileList(state, `fish-${seat}`, state.fish[seat], change, turn));
  }
}

/** A place for one tile: click it, then a tile of the palette. */
function slot(state, field, turn) {
  const aim = () =>
    turn(() => {
      view.target = view.target === field ? "hand" : field;
    });
  const properties = { key: `slot-${field}`, class: view.target === field ? "aimed" : "" };
  return state[field]
    ? tileButton(state[field], aim, properties)
    : h(
        "button",
        {
          type: "button",
          ...properties,
          class: `tile slot ${properties.class}`,
          label: say(field === "tile" ? "winning tile" : field),
          onclick: aim,
        },
        "?",
      );
}

/** Places for any number of tiles: click one to take it out, + to add some. */
function tileList(state, field, tiles, change, turn) {
  const aim = () =>
    turn(() => {
      view.target = view.target === field ? "hand" : field;
    });
  return h(
    "span",
    { class: "tiles" },
    tiles.map((kind, place) =>
      tileButton(kind, () => change(() => tiles.splice(place, 1)), { key: `${field}-${place}` }),
    ),
    h(
      "button",
      {
        type: "button",
        key: `slot-${field}`,
        class: `tile slot ${view.target === field ? "aimed" : ""}`,
        label: say("add"),
        onclick: aim,
      },
      "+",
    ),
  );
}

function check(key, state, change) {
  return h(
    "label",
    { class: "check" },
    h("input", {
      type: "checkbox",
      key,
      checked: state[key],
      onchange: () =>
        change(() => {
          state[key] = !state[key];
        }),
    }),
    say(key),
  );
}
