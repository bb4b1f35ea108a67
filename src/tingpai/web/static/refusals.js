// What the library refuses, in Chinese: it says so in one English line, "where: what (expected what)".

import { lang, seatName, tileName, withNames } from "./words.js";

/** [a regular expression for what is refused and what was expected, the same in Chinese]. */
const CHINESE = [
  // hands
  ["(\\d+) concealed tiles beside (\\d+) melds \\(expected (\\d+)", "手牌 $1 张、碰杠吃 $2 副；手牌应为 $3 张，胡的那张另算"],
  ["five of a kind over the table: (\\d+) copies of (\\S+)", "桌上有 $1 张$2，最多四张"],
  ["more than four copies of (\\S+)", "$1多于四张"],
  ["too many melds", "碰杠吃多于四副"],
  ["too many tiles", "牌太多"],
  ["(\\d+) concealed tiles are neither", "手牌 $1 张，张数不对"],
  ["the hand is not complete", "这手牌没有胡"],
  // what is typed
  ["empty text", "没有牌"],
  ["suit letter without digits '(.)'", "$1 前面没有数字"],
  ["digits without a suit before it", "副露的括号没有合上"],
  ["digits without a suit", "数字后面要有 m、p、s 或 z"],
  ["no such honour '(.*?)'", "没有 $1 这张字牌"],
  ["no such tile '(.*?)'", "没有 $1 这张牌"],
  ["'(.*?)' is no tile", "“$1”不是牌"],
  ["'(.*?)' is none of the 34 kinds", "“$1”不在三十四种牌里"],
  ["unknown character '(.*?)'", "不认得“$1”"],
  ["unknown character", "有不认得的字"],
  ["a meld behind concealed tiles", "副露要写在手牌前面"],
  ["a meld without its closing bracket", "副露的括号没有合上"],
  ["a bracket '(.)' out of place", "括号 $1 不该在这里"],
  ["an impossible meld of more than four tiles", "副露多于四张"],
  ["an impossible meld: '(.*?)' behind its tiles", "副露后面的数字 $1 不对"],
  ["an impossible meld (\\S+)", "$1 不是吃、碰、杠"],
  ["an empty meld", "括号里没有牌"],
  ["which tile of an unsorted chow was claimed", "吃的牌要按顺序写"],
  // moments
  ["\\S+ without a win \\(expected a win", "没有人胡，也就没有海底、第一巡和马"],
  ["a false win beside a win", "有人胡了，又有人诈胡"],
  ["last_drawer beside a win", "有人胡了，没有摸最后一张的"],
  ["first_turn and last_tile at once", "第一巡不会是海底"],
  ["first_turn of a win that is none", "第一巡只有自摸，或胡庄家打的第一张"],
  ["a claimed meld before a first_turn win", "第一巡胡牌之前，不会有人碰过、杠过别人的牌"],
  ["a kong before his first turn", "第一巡还没轮到他，不会有杠"],
  ["a kong before a first_turn win that is not in its chain", "第一巡胡牌前的杠，要点进“刚才的杠”"],
  // kongs
  ["the exposed kong (\\S+) cannot follow another kong", "明杠 $1 不能接在别的杠后面"],
  ["no pung of (\\S+) that a fourth was added to", "被抢者没有碰过$1：只有补杠能抢"],
  ["robs a kong made after a concealed one", "暗杠之后的补杠不能抢（暗杠等于加了保险）"],
  ["a kong on the last tile", "海底无牌可杠"],
  ["no kong among the last four tiles", "最后四张不能杠"],
  // who wins
  ["wins on his own discard", "不能胡自己打的牌"],
  ["wins on his own kong", "不能抢自己的杠"],
  ["locked 封胡: he supplied three of (seat \\d)'s melds", "封胡：供了$1三副，不能胡"],
  ["the source of (\\S+) is not known", "$1 来自谁不清楚，是否封胡要看它"],
  ["the chow (\\S+): nobody chows", "不准吃牌"],
  ["the laid-down tile (\\S+) is no meld here", "这套规则没有单张杠"],
  ["a plain hand wins on a discard", "平胡需自摸"],
  // horses and fish
  ["(\\d+) horses (\\S+) \\(expected at most (\\d+)", "$2 $1 张，最多 $3 张（见选项）"],
  ["(\\d+) horses \\(expected at most (\\d+)", "翻了 $1 张马，最多 $2 张"],
  ["horses 买马 with several winners", "一炮多响无买马"],
  ["horses 摸码 after a discard", "自摸才摸码"],
  ["horses 摸码 after the last tile", "海底之后没有牌可摸码"],
  ["horses 摸码 after an exposed kong", "明杠杠上花不能摸码"],
  ["(\\d+) fish 钓鱼 \\(expected (\\d+)", "钓鱼的牌 $1 张，应为每家 $2 张（见选项）"],
  ["(\\d+) tiles turned 钓鱼 \\(expected at most (\\d+)", "钓鱼翻了 $1 张，最多 $2 张"],
  ["fish turned from nobody", "钓鱼要知道上局谁胡"],
  ["fish turned from the wall", "这套规则钓的是各家自己的牌"],
  ["fish of the players' own", "这套规则钓的是翻出来的牌"],
  ["(\\S+) has no fish", "这套规则没有钓鱼"],
  // Wuhan
  ["红中 in a winning hand", "红中要先亮出，胡的手牌里不能有"],
  ["not opened", "没有开口（吃、碰、明杠、补杠），不能胡"],
  ["the hand may not win", "小胡要 2、5、8 作将，最多一张癞子；不然要是大胡"],
  ["a win of (\\d+) points without a cap", "没有封顶，$1 分太多"],
  ["no indicator", "先点出翻出的指示牌"],
  ["(\\S+) laid down alone", "$1：只有红中和癞子能单张杠"],
  ["(\\S+): .* cannot be claimed or melded", "$1：红中和癞子不能吃、碰、杠，只能单张杠"],
  ["nobody may win on .* of another", "别人打的红中和癞子不能胡"],
  ["no discard among the last four tiles", "最后四张不打牌，只能自摸"],
  ["who supplied his third open meld", "清一色由供他第三副的人包，要知道那副来自谁"],
  // options
  ["option \\S+ cannot be (.*) \\(expected a whole number from (\\d+) to (\\d+)", "选项不能是 $1，应为 $2 到 $3 的整数"],
].map(([pattern, chinese]) => [new RegExp(`^${pattern}.*$`, "s"), chinese]);

const PLACE = /^(?:(seat [0-3])|(['"]).*\2, position (\d+)): /s;

/** A refusal as the page says it; what has no Chinese here, as what only a file can hold, stays English. */
export function refusal(text) {
  if (lang() === "en") return withNames(text);
  let places = "";
  let rest = text;
  for (let place; (place = rest.match(PLACE)); rest = rest.slice(place[0].length))
    places += place[1] ? `${withNames(place[1])}：` : `第 ${place[3]} 个字：`;
  rest = rest.replace(/^not an? [a-z ]+: /, "");
  const found = CHINESE.find(([pattern]) => pattern.test(rest));
  if (!found) return withNames(text);
  const said = rest.replace(...found).replace(/\bseat ([0-3])\b/, (_, seat) => seatName(Number(seat)));
  return places + said.replace(/(?<![\w[])([1-9][mps]|[1-7]z)(?![\w\]])/g, tileName);
}
