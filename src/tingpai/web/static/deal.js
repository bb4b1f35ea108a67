// What is entered, and the deal file that says it. No rule is decided here.

const SUITS = "mpsz";
export const SEATS = [0, 1, 2, 3];
const FULL = 13;

export function empty(rules) {
  return {
    rules,
    options: {},
    seats: SEATS.map(() => ({ melds: [], tiles: [] })),
    by: null,
    winners: [],
    from: null,
    tile: null,
    chain: [],
    chains: [],
    last_tile: false,
    first_turn: false,
    waiting: [],
    declared: [],
    last_drawer: null,
    false_win: null,
    horses: [],
    fish: [[], [], [], []],
    fishFrom: null,
    turned: [],
    indicator: null,
  };
}

const order = (tile) => SUITS.indexOf(tile[1]) * 10 + Number(tile[0]);
export const sorted = (tiles) => [...tiles].sort((a, b) => order(a) - order(b));

/** Tiles as text in the order given: 1m 2m 5z is 12m5z. */
export function mpsz(tiles) {
  let text = "";
  tiles.forEach((tile, place) => {
    text += tile[0];
    if (place + 1 === tiles.length || tiles[place + 1][1] !== tile[1]) text += tile[1];
  });
  return text;
}

/** The tiles of such a text. */
export function tilesOf(text) {
  return [...String(text).matchAll(/([1-9]+)([mpsz])/g)].flatMap(([, digits, suit]) =>
    [...digits].map((digit) => digit + suit),
  );
}

/** A meld's canonical text taken apart: tiles, the digit behind them, what it is. */
export function meldOf(text) {
  const [, digits, suit, source] = text.match(/^\[([1-9]+)([mpsz])(\d?)\]$/);
  const tiles = [...digits].map((digit) => digit + suit);
  const same = digits === digits[0].repeat(digits.length);
  const number = Number(source || 0);
  const kong = number === 0 ? "concealed_kong" : number > 4 ? "added_kong" : "exposed_kong";
  const kind = tiles.length === 1 ? "single" : !same ? "chow" : tiles.length === 3 ? "pung" : kong;
  return { text, tiles, kind, source: number > 4 ? number - 4 : number };
}

const COPIES = { pung: 3, exposed_kong: 4, added_kong: 4, concealed_kong: 4, single: 1 };

/** The text of a meld that is made by clicking its (lowest) tile; null for a chow that is none. */
export function meldText(kind, tile, source, claimed) {
  const [rank, suit] = [Number(tile[0]), tile[1]];
  if (kind === "chow") return suit === "z" || rank > 7 ? null : `[${rank}${rank + 1}${rank + 2}${suit}${claimed}]`;
  const digit = { pung: source, exposed_kong: source, added_kong: source + 4 }[kind] ?? "";
  return `[${tile[0].repeat(COPIES[kind])}${suit}${digit}]`;
}

const isKong = (meld) => meld.tiles.length === 4 || meld.kind === "single";
export const kongs = (seat) =>
  seat.melds
    .map(meldOf)
    .filter(isKong)
    .map((meld) => mpsz(meld.tiles));

/** Concealed tiles of a whole hand beside these melds, the drawn one aside. */
export const room = (seat) => FULL - 3 * seat.melds.filter((text) => meldOf(text).kind !== "single").length;

/** Who made the kongs just before the win. */
export function chainSeat(state) {
  if (!state.by) return null;
  return (state.by === "self_draw" ? state.winners[0] : state.from) ?? null;
}

/** The kong that the robbed tile would have made; it ends a chain that has earlier kongs. */
const robbedKong = (state) => state.tile[0].repeat(4) + state.tile[1];

export const handText = (seat) => seat.melds.join("") + mpsz(seat.tiles);

/** How many of each tile are on the table somewhere. */
export function used(state) {
  const counts = {};
  const all = [
    ...state.seats.flatMap((seat) => [...seat.tiles, ...seat.melds.flatMap((text) => meldOf(text).tiles)]),
    ...state.horses,
    ...state.fish.flat(),
    ...state.turned,
    ...[state.tile, state.indicator].filter(Boolean),
  ];
  for (const tile of all) counts[tile] = (counts[tile] ?? 0) + 1;
  return counts;
}

/** The deal file's object: only what is said, and only keys that the rule set knows. */
export function toDeal(state, ruleSet) {
  const knows = (key) => ruleSet.keys.includes(key);
  const deal = { rules: state.rules };
  if (Object.keys(state.options).length) deal.options = state.options;
  deal.players = state.seats.map((seat) => ({ hand: handText(seat) }));
  if (state.by) {
    deal.win = {
      winners: state.winners,
      by: state.by,
      from: state.by === "self_draw" ? null : state.from,
      tile: state.tile,
    };
    const made = chainSeat(state) === null ? [] : kongs(state.seats[chainSeat(state)]);
    const chain = state.chain.filter((kong) => made.includes(kong));
    if (chain.length && state.by === "rob_kong" && state.tile) chain.push(robbedKong(state));
    if (chain.length) deal.chain = chain;
    if (state.last_tile) deal.last_tile = true;
    if (state.first_turn) deal.first_turn = true;
    if (knows("declared") && state.declared.length) deal.declared = state.declared;
    if (knows("horses") && state.horses.length) deal.horses = mpsz(state.horses);
    if (knows("fish")) {
      if (state.fish.some((tiles) => tiles.length)) deal.fish = state.fish.map(mpsz);
      else if (state.turned.length) deal.fish = { from: state.fishFrom, tiles: mpsz(state.turned) };
    }
  } else {
    if (knows("last_drawer") && state.last_drawer !== null) deal.last_drawer = state.last_drawer;
    if (knows("false_win") && state.false_win !== null) deal.false_win = state.false_win;
  }
  const chains = state.chains
    .map(({ seat, kongs: named }) => ({ seat, kongs: named.filter((kong) => kongs(state.seats[seat]).includes(kong)) }))
    .filter((chain) => chain.kongs.length);
  if (chains.length) deal.chains = chains;
  if (state.waiting.length) deal.waiting = state.waiting;
  if (knows("indicator") && state.indicator) deal.indicator = state.indicator;
  return deal;
}

const list = (value) => (Array.isArray(value) ? value : []);
const seatOf = (value) => (SEATS.includes(value) ? value : null);
const seatsOf = (value) => list(value).filter((seat) => SEATS.includes(seat));

/** What a deal file says, `seats` being its hands as the server read them, `tiles` its other tiles likewise. */
export function fromDeal(deal, seats, tiles, rules) {
  const state = empty(rules);
  if (deal.options && typeof deal.options === "object" && !Array.isArray(deal.options))
    state.options = { ...deal.options };
  state.seats = seats.map(({ melds, tiles: held }) => ({ melds: melds.map((meld) => meld.text), tiles: held }));
  const win = deal.win && typeof deal.win === "object" ? deal.win : null;
  if (win) {
    state.by = ["self_draw", "discard", "rob_kong"].includes(win.by) ? win.by : "self_draw";
    state.winners = seatsOf(win.winners);
    state.from = seatOf(win.from);
    state.tile = tiles.win[0] ?? null;
  }
  state.chain = tiles.chain.map(mpsz);
  if (state.by === "rob_kong" && state.tile) state.chain = state.chain.filter((kong) => kong !== robbedKong(state));
  state.chains = list(deal.chains)
    .filter((chain) => chain && typeof chain === "object" && !Array.isArray(chain))
    .map((chain, place) => ({ seat: chain.seat, kongs: tiles.chains[place]?.map(mpsz) ?? [] }))
    .filter((chain) => SEATS.includes(chain.seat));
  state.last_tile = deal.last_tile === true;
  state.first_turn = deal.first_turn === true;
  state.waiting = seatsOf(deal.waiting);
  state.declared = seatsOf(deal.declared);
  state.last_drawer = seatOf(deal.last_drawer);
  state.false_win = seatOf(deal.false_win);
  state.horses = tiles.horses;
  state.indicator = tiles.indicator[0] ?? null;
  if (Array.isArray(deal.fish)) state.fish = SEATS.map((seat) => tiles.fish[seat] ?? []);
  else if (deal.fish) {
    state.turned = tiles.fish[0] ?? [];
    state.fishFrom = seatOf(deal.fish.from);
  }
  return state;
}

/** A deal as a link's fragment, and back; throws what is no deal. */
export function toFragment(deal) {
  const bytes = new TextEncoder().encode(JSON.stringify(deal));
  return (
    "deal=" +
    btoa(String.fromCharCode(...bytes))
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replace(/=+$/, "")
  );
}

export function fromFragment(fragment) {
  const text = atob(
    fragment
      .replace(/^deal=/, "")
      .replaceAll("-", "+")
      .replaceAll("_", "/"),
  );
  return JSON.parse(
    new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(text, (character) => character.charCodeAt(0))),
  );
}
