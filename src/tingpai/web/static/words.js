// What the page says, in Chinese and English.

const WORDS = {
  rules: ["规则", "Rules"],
  new: ["新局", "New"],
  open: ["打开", "Open"],
  save: ["保存", "Save"],
  share: ["复制链接", "Copy link"],
  typed: ["也可以打字：[222m3]123m456p11z", "or type: [222m3]123m456p11z"],
  how: ["怎么胡的", "How it was won"],
  options: ["规则选项", "Options of the rules"],
  score: ["结算", "Score"],
  look: ["手牌", "Hand"],
  tile: ["手牌", "tile"],
  chow: ["吃", "chow"],
  pung: ["碰", "pung"],
  exposed_kong: ["明杠", "kong"],
  added_kong: ["补杠", "added kong"],
  concealed_kong: ["暗杠", "concealed kong"],
  single: ["单张杠", "single"],
  from: ["来自", "from"],
  claimed: ["吃第几张", "claimed"],
  lowest: ["点最小的一张", "click its lowest tile"],
  none: ["荒庄", "nobody won"],
  self_draw: ["自摸", "self-draw"],
  discard: ["放炮", "discard"],
  rob_kong: ["抢杠", "robbed kong"],
  winner: ["胡家", "winner"],
  discarder: ["放炮者", "discarder"],
  robbed: ["被抢者", "robbed"],
  "winning tile": ["胡的牌", "winning tile"],
  chain: ["刚才的杠，按先后点", "kongs just before the win, in order"],
  chains: ["早先的连杠，按先后点", "earlier kongs in a row, in order"],
  last_tile: ["海底", "last tile"],
  first_turn: ["第一巡（天胡、地胡、人胡）", "first turn (heavenly, earthly, human win)"],
  waiting: ["已知在听牌（手牌没有给出的）", "known to be waiting (hands not given)"],
  declared: ["报过听", "declared ready"],
  last_drawer: ["摸最后一张的", "drew the last tile"],
  false_win: ["诈胡的", "false win by"],
  horses: ["翻的马", "horses turned"],
  indicator: ["翻出的指示牌", "indicator turned"],
  wildcard: ["癞子", "wildcard"],
  fish: ["钓鱼的牌", "fish"],
  fish_from: ["上局胡家", "last hand's winner"],
  nobody: ["无", "none"],
  add: ["加", "add"],
  unlimited: ["不限", "none"],
  "no options": ["这套规则没有选项。", "These rules have no options."],
  left: ["剩几张", "left"],
  complete: ["已胡牌", "complete"],
  ready: ["听牌", "waiting"],
  away: ["向听", "from waiting"],
  "helps with": ["进张", "helped by"],
  kind: ["种", "kind"],
  kinds: ["种", "kinds"],
  copy: ["张", "tile"],
  copies: ["张", "tiles"],
  readings: ["拆法", "readings"],
  more: ["其余", "more"],
  wait: ["听", "tile"],
  "no win": ["–：规则不许胡：", "–: no win allowed: "],
  discards: ["打哪张", "best discards"],
  "other discards": ["种别的打法", "other discards"],
  "no hand": ["点牌或打字，摆出一手牌。", "Click tiles, or type, to enter a hand."],
  share_each: ["每份", "a share"],
  "in all": ["共", "in all"],
  "next dealer": ["下局庄家", "next dealer"],
  "no payments": ["无人付分。", "Nobody pays."],
  "need tile": ["还没有胡的牌。", "The winning tile is missing."],
  "need winner": ["谁胡了？", "Who won?"],
  "need from": ["谁放的炮？", "Who discarded it?"],
  "need robbed": ["抢谁的杠？", "Whose kong was robbed?"],
  "need indicator": ["先点出翻出的指示牌。", "The indicator is missing."],
  "need tiles": ["手牌未满：", "tiles missing: "],
  copied: ["链接已复制", "Link copied"],
  "not copied": ["浏览器不让复制，请复制地址栏", "The browser does not copy: take the address bar"],
  "not a deal": ["这不是一局牌：", "This is no deal: "],
  "too large": ["太大，一局牌只有几百个字节", "too large, a deal is some hundred bytes"],
  "not json": ["文件不是 JSON", "the file is not JSON"],
  "broken link": ["链接不完整", "the link is broken"],
  offline: ["没有回答：服务停了吗？", "No answer: has the server stopped?"],
};
const SEATS = [
  ["庄家", "dealer"],
  ["下家", "next"],
  ["对家", "opposite"],
  ["上家", "last"],
];
const SOURCES = [
  ["上家", "previous"],
  ["对家", "opposite"],
  ["下家", "next"],
];
const NUMERALS = "一二三四五六七八九";
const SUITS = { m: ["万", "characters"], p: ["筒", "circles"], s: ["条", "bamboos"] };
const HONOURS = [
  ["东", "east"],
  ["南", "south"],
  ["西", "west"],
  ["北", "north"],
  ["白", "white"],
  ["发", "green"],
  ["中", "red"],
];

/** Values of options that are words. */
export const CHOICES = {
  dealer: ["庄家", "dealer"],
  discarder: ["放炮者", "discarder"],
  fixed: ["定数", "fixed"],
  ceiling: ["上限", "ceiling"],
  more: ["另加9", "9 more"],
  big: ["作大炮", "as a big discard"],
};

const STORED = "tingpai-lang";
let place = (kept() || navigator.language).startsWith("zh") ? 0 : 1;

/** The language of last time, where the browser keeps anything. */
function kept() {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
}

export const lang = () => (place ? "en" : "zh");
export const pick = (pair) => pair[place];
export const say = (key) => pick(WORDS[key]);
export const seatName = (seat) => pick(SEATS[seat]);
export const sourceName = (source) => pick(SOURCES[source - 1]);

/** A refusal, [Chinese, English]; the library's English names seats by number. */
export const refusal = (pair) => pick(pair).replace(/\bseat ([0-3])\b/g, (_, seat) => seatName(Number(seat)));

export function switchLang() {
  place = 1 - place;
  try {
    localStorage.setItem(STORED, lang());
  } catch {
    // It is asked again next time.
  }
}

export function tileName(tile) {
  const rank = Number(tile[0]);
  if (tile[1] === "z") return pick(HONOURS[rank - 1]);
  return place ? `${rank} ${SUITS[tile[1]][1]}` : NUMERALS[rank - 1] + SUITS[tile[1]][0];
}
