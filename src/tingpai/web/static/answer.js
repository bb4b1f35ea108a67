// The right side: what the hand is, what it is worth, who pays whom.

import { SEATS, mpsz, room, tilesOf } from "./deal.js";
import { fill, h, tile } from "./dom.js";
import { hasWildcard, signed } from "./entry.js";
import { pick, refusal, say, seatName } from "./words.js";

const MOST_DISCARDS = 8;
const MOST_HELPS = 16;

export function render(state, ruleSet, answer, names, seat) {
  const missing = missingOf(state, ruleSet);
  const score =
    answer.settlement && !missing
      ? settlement(answer.settlement, names)
      : [h("p", { class: "refused" }, missing ?? refusal(answer.refused))];
  fill("score", score);
  const held = state.seats[seat];
  fill("look", answer.hand ? look(answer.hand, answer.wildcard) : progress(held));
  document.getElementById("brief").textContent = brief(answer, missing);
}

/** What still has to be entered before there can be a settlement; null: nothing. */
function missingOf(state, ruleSet) {
  if (hasWildcard(ruleSet) && !state.indicator) return say("need indicator");
  // A hand is whole or, of a player who did not win, not given.
  const part = SEATS.find(
    (seat) => state.seats[seat].tiles.length && state.seats[seat].tiles.length < room(state.seats[seat]),
  );
  if (part !== undefined) return short(state, part);
  if (!state.by) return null;
  if (!state.winners.length) return say("need winner");
  if (state.by === "discard" && state.from === null) return say("need from");
  if (state.by === "rob_kong" && state.from === null) return say("need robbed");
  const hidden = state.winners.find((seat) => !state.seats[seat].tiles.length);
  if (hidden !== undefined) return short(state, hidden);
  return state.tile ? null : say("need tile");
}

const short = (state, seat) =>
  `${say("need tiles")}${seatName(seat)} ${state.seats[seat].tiles.length}/${room(state.seats[seat])}`;

const stepRow = (step, names) => h("tr", {}, h("td", {}, pick(names[step.name])), h("td", {}, step.text));

function settlement(settled, names) {
  return [
    h(
      "div",
      { class: "net" },
      settled.net.map((points, seat) =>
        h(
          "div",
          { class: points > 0 ? "plus" : points < 0 ? "minus" : "" },
          h("small", {}, seatName(seat)),
          h("b", {}, signed(points)),
        ),
      ),
    ),
    settled.winners.map((winner) =>
      h(
        "div",
        { class: "winner" },
        h(
          "h3",
          {},
          `${seatName(winner.seat)} ${pick(["胡", "wins"])}`,
          h("b", { class: "value" }, `${say("in all")} ${winner.value}`),
        ),
        h(
          "p",
          { class: "patterns" },
          winner.patterns.map((pattern) => h("span", {}, pick(names[pattern]))),
        ),
        h(
          "table",
          { class: "steps" },
          winner.steps.map((step) => stepRow(step, names)),
          h("tr", { class: "total" }, h("td", {}, say("share_each")), h("td", {}, String(winner.share))),
          winner.more.map((step) => stepRow(step, names)),
        ),
      ),
    ),
    settled.payments.length
      ? h(
          "table",
          { class: "payments" },
          settled.payments.map((payment) =>
            h(
              "tr",
              {},
              h("td", {}, seatName(payment.from), " → ", seatName(payment.to)),
              h("td", {}, reason(payment.for, names, times(payment, settled.winners))),
              h("td", {}, String(payment.points)),
            ),
          ),
        )
      : h("p", {}, say("no payments")),
    settled.next_dealer !== null &&
      h("p", { class: "quiet" }, `${say("next dealer")}: ${seatName(settled.next_dealer)}`),
  ].flat();
}

/** "kong 9999p" is a name and tiles. */
function reason(text, names, arithmetic) {
  const [kind, tiles] = text.startsWith("kong ") ? text.split(" ") : [text, ""];
  return h(
    "span",
    { class: "reason" },
    pick(names[kind] ?? [kind, kind]),
    tiles &&
      h(
        "span",
        { class: "small" },
        tilesOf(tiles).map((kind) => tile(kind)),
      ),
    arithmetic,
  );
}

/** How many shares a winner is paid by one player, who may pay for others or lose more himself. */
function times({ to, points, for: what }, winners) {
  const { share, more } = winners.find((winner) => winner.seat === to) ?? {};
  const number = points / share;
  const whole = more?.every((step) => step.text.startsWith("×")) && Number.isInteger(number);
  const told = ["win", "liable"].includes(what) && number > 1 && whole;
  return told && h("small", {}, `${share} × ${number}`);
}

function progress(seat) {
  const count = seat.tiles.length;
  return h("p", { class: "quiet" }, count ? `${count} / ${room(seat)}` : say("no hand"));
}

const state = (shanten) => (shanten < 0 ? say("complete") : shanten === 0 ? say("ready") : `${shanten} ${say("away")}`);

const sum = (helps) => helps.reduce((total, help) => total + help.left, 0);
const counted = (number, one, many) => `${number} ${say(number === 1 ? one : many)}`;
const amounts = (helps) =>
  [counted(helps.length, "kind", "kinds"), counted(sum(helps), "copy", "copies")].join(pick(["，", ", "]));

function look(hand, wildcard) {
  const parts = [h("p", { class: `state s${Math.max(-1, Math.min(hand.shanten, 1))}` }, state(hand.shanten))];
  if (hand.helps.length) {
    parts.push(h("p", {}, hand.shanten ? `${say("helps with")} ` : "", amounts(hand.helps)));
    parts.push(hand.shanten ? helps(hand.helps, hand.helps.length) : waits(hand.helps, wildcard));
    parts.push(refusals(hand.helps));
  }
  if (hand.win) {
    parts.push(
      h("h3", {}, say("readings")),
      hand.readings.map((reading) =>
        h(
          "div",
          { class: "reading" },
          [...reading.laid_down, ...reading.groups]
            .map((group) =>
              h(
                "span",
                { class: "group" },
                group.map((kind) => tile(kind)),
              ),
            )
            .concat(reading.wild.length ? [h("small", {}, `${say("wildcard")} = ${mpsz(reading.wild)}`)] : []),
        ),
      ),
    );
    if (hand.more) parts.push(h("p", { class: "quiet" }, `${say("more")} ${hand.more}`));
  }
  if (hand.discards.length) {
    parts.push(
      h("h3", {}, say("discards")),
      hand.discards
        .slice(0, MOST_DISCARDS)
        .map((discard) =>
          h(
            "div",
            { class: "discard" },
            tile(discard.tile, { className: discard.tile === wildcard ? "wild" : "" }),
            h(
              "div",
              {},
              h("small", {}, state(discard.shanten), " · ", amounts(discard.helps)),
              helps(discard.helps, MOST_HELPS),
            ),
          ),
        ),
    );
    const others = hand.discards.length - MOST_DISCARDS;
    if (others > 0) parts.push(h("p", { class: "quiet" }, `+ ${others} ${say("other discards")}`));
  }
  return parts.flat();
}

/** The waits of a ready hand: copies left, and what each earns where the hand can be scored. */
function waits(found, wildcard) {
  const points = (number) => h("td", {}, number === null ? "–" : String(number));
  const head = ["left", "self_draw", "discard"].map((key) => h("th", {}, say(key)));
  const rows = found.map((wait) => {
    const className = wait.tile === wildcard ? "wild" : "";
    const earned = [points(wait.self_draw), points(wait.discard)];
    return h("tr", {}, h("td", { class: "small" }, tile(wait.tile, { className })), points(wait.left), earned);
  });
  return h("table", { class: "waits" }, h("tr", {}, h("th", {}, say("wait")), head), rows);
}

/** Why the rules allow no win with some waits: each reason once. */
function refusals(found) {
  const reasons = new Set(found.filter((wait) => wait.refusal).map((wait) => refusal(wait.refusal)));
  return [...reasons].map((reason) => h("p", { class: "quiet" }, say("no win") + reason));
}

function helps(found, most) {
  return h(
    "div",
    { class: "small helps" },
    found.slice(0, most).map((help) => tile(help.tile, { note: help.left })),
    found.length > most && h("small", {}, `+${found.length - most}`),
  );
}

/** One line for small screens. */
function brief(answer, missing) {
  if (answer.settlement?.winners.length && !missing) {
    return answer.settlement.net.map((points, seat) => `${seatName(seat)}\u00a0${signed(points)}`).join("  ");
  }
  if (!answer.hand) return "";
  const best = answer.hand.discards[0];
  return (
    state(answer.hand.shanten) +
    (answer.hand.helps.length
      ? ` · ${amounts(answer.hand.helps)}`
      : best && answer.hand.shanten >= 0
        ? ` · ${say("discards")}: ${best.tile}`
        : "")
  );
}
