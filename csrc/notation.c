#include "notation.h"

#include <string.h>

#define MAX_CONCEALED 14
#define MAX_SETS 4
#define HONOURS 27
#define WHITE 31
#define GREEN 32
#define RED 33

/* What one character is to the grammar. */
typedef enum {
    K_OTHER,
    K_SPACE,
    K_DIGIT,   /* value 0-9 */
    K_NUMERAL, /* a Chinese one, value 1-9 */
    K_SUIT,    /* value: first tile of the suit */
    K_TILE,    /* value: the tile */
    K_HEAD,    /* 发 or 白, value the tile: 财 or 板 may follow */
    K_TAIL,    /* 财 or 板, value the tile of its head */
    K_RED,     /* 红: 中 must follow */
    K_CENTRE,  /* 中 */
    K_OPEN,
    K_CLOSE,
} kind;

typedef struct {
    uint8_t kind;
    uint8_t value;
} character;

#define TILE_OF(letter, tile) [letter] = {K_TILE, HONOURS + (tile)}
static const character ASCII[128] = {
    ['\t'] = {K_SPACE, 0},
    ['\n'] = {K_SPACE, 0},
    ['\v'] = {K_SPACE, 0},
    ['\f'] = {K_SPACE, 0},
    ['\r'] = {K_SPACE, 0},
    [' '] = {K_SPACE, 0},
    ['['] = {K_OPEN, 0},
    [']'] = {K_CLOSE, 0},
    ['0'] = {K_DIGIT, 0},
    ['1'] = {K_DIGIT, 1},
    ['2'] = {K_DIGIT, 2},
    ['3'] = {K_DIGIT, 3},
    ['4'] = {K_DIGIT, 4},
    ['5'] = {K_DIGIT, 5},
    ['6'] = {K_DIGIT, 6},
    ['7'] = {K_DIGIT, 7},
    ['8'] = {K_DIGIT, 8},
    ['9'] = {K_DIGIT, 9},
    ['m'] = {K_SUIT, 0},
    ['p'] = {K_SUIT, 9},
    ['s'] = {K_SUIT, 18},
    ['z'] = {K_SUIT, HONOURS},
    TILE_OF('E', 0),
    TILE_OF('S', 1),
    TILE_OF('W', 2),
    TILE_OF('N', 3),
    TILE_OF('P', 4),
    TILE_OF('F', 5),
    TILE_OF('C', 6),
};
#undef TILE_OF

/* One character read: its bytes, its ASCII twin (0 where there is none), its meaning. */
typedef struct {
    character is;
    uint8_t ascii;
    uint8_t size;
} token;

static character chinese(uint32_t code)
{
    switch (code) {
    case 0x4E00: return (character){K_NUMERAL, 1}; /* 一 */
    case 0x4E8C: return (character){K_NUMERAL, 2}; /* 二 */
    case 0x4E09: return (character){K_NUMERAL, 3}; /* 三 */
    case 0x56DB: return (character){K_NUMERAL, 4}; /* 四 */
    case 0x4E94: return (character){K_NUMERAL, 5}; /* 五 */
    case 0x516D: return (character){K_NUMERAL, 6}; /* 六 */
    case 0x4E03: return (character){K_NUMERAL, 7}; /* 七 */
    case 0x516B: return (character){K_NUMERAL, 8}; /* 八 */
    case 0x4E5D: return (character){K_NUMERAL, 9}; /* 九 */
    case 0x4E07: /* 万 */
    case 0x842C: return (character){K_SUIT, 0}; /* 萬 */
    case 0x7B52: /* 筒 */
    case 0x997C: /* 饼 */
    case 0x9905: /* 餅 */
    case 0x540C: return (character){K_SUIT, 9}; /* 同 */
    case 0x6761: /* 条 */
    case 0x689D: /* 條 */
    case 0x7D22: return (character){K_SUIT, 18}; /* 索 */
    case 0x4E1C: /* 东 */
    case 0x6771: return (character){K_TILE, HONOURS}; /* 東 */
    case 0x5357: return (character){K_TILE, HONOURS + 1}; /* 南 */
    case 0x897F: return (character){K_TILE, HONOURS + 2}; /* 西 */
    case 0x5317: return (character){K_TILE, HONOURS + 3}; /* 北 */
    case 0x767D: return (character){K_HEAD, WHITE}; /* 白 */
    case 0x677F: return (character){K_TAIL, WHITE}; /* 板 */
    case 0x53D1: /* 发 */
    case 0x767C: return (character){K_HEAD, GREEN}; /* 發 */
    case 0x8D22: /* 财 */
    case 0x8CA1: return (character){K_TAIL, GREEN}; /* 財 */
    case 0x7EA2: /* 红 */
    case 0x7D05: return (character){K_RED, 0}; /* 紅 */
    case 0x4E2D: return (character){K_CENTRE, RED}; /* 中 */
    case 0x3000: /* the ideographic space */
    case 0xFE0E: /* variation selectors */
    case 0xFE0F: return (character){K_SPACE, 0};
    default: return (character){K_OTHER, 0};
    }
}

/* U+1F000 to U+1F021: winds, red, green, white, characters, bamboo, circles. */
static const uint8_t GLYPHS[34] = {27, 28, 29, 30, 33, 32, 31, 0,  1,  2,  3,  4,  5,  6,  7,  8,  18,
                                   19, 20, 21, 22, 23, 24, 25, 26, 9,  10, 11, 12, 13, 14, 15, 16, 17};

static bool continues(uint8_t byte)
{
    return (byte & 0xC0) == 0x80;
}

/* The character at p, before end. */
static token token_at(const uint8_t *p, const uint8_t *end)
{
    const ptrdiff_t left = end - p;
    if (p[0] < 128)
        return (token){ASCII[p[0]], p[0], 1};
    if ((p[0] & 0xF0) == 0xE0 && left >= 3 && continues(p[1]) && continues(p[2])) {
        const uint32_t code = (p[0] & 0x0Fu) << 12 | (p[1] & 0x3Fu) << 6 | (p[2] & 0x3Fu);
        if (code > 0xFF00 && code < 0xFF5F) { /* full-width ASCII */
            const uint8_t ascii = (uint8_t)(code - 0xFEE0);
            return (token){ASCII[ascii], ascii, 3};
        }
        return (token){chinese(code), 0, 3};
    }
    if (p[0] == 0xF0 && left >= 4 && p[1] == 0x9F && p[2] == 0x80 && p[3] >= 0x80 && p[3] < 0x80 + 34)
        return (token){{K_TILE, GLYPHS[p[3] - 0x80]}, 0, 4};
    return (token){{K_OTHER, 0}, 0, 1};
}

/* A hand being read. */
typedef struct {
    uint8_t *counts;
    uint8_t *melds;
    unsigned concealed;
    unsigned sets;
    uint8_t last;
    uint8_t digits[MAX_CONCEALED]; /* without their suit yet */
    unsigned n_digits;
    bool numerals; /* Chinese ones are among them */
    bool in_meld;
    uint8_t meld[4];
    unsigned n_meld;
} reader;

static bool add_tile(reader *hand, uint8_t tile)
{
    if (hand->in_meld) {
        if (hand->n_meld == 4)
            return false;
        hand->meld[hand->n_meld++] = tile;
        return true;
    }
    if (++hand->concealed + 3 * hand->sets > MAX_CONCEALED)
        return false;
    hand->last = tile;
    return ++hand->counts[tile] + hand->melds[tile] <= 4;
}

static bool add_digits(reader *hand, uint8_t suit)
{
    if (hand->n_digits == 0)
        return false;
    for (unsigned i = 0; i < hand->n_digits; i++) {
        const uint8_t digit = hand->digits[i];
        if (suit == HONOURS && (digit == 0 || digit > 7))
            return false;
        if (!add_tile(hand, (uint8_t)(suit + (digit ? digit : 5) - 1)))
            return false;
    }
    hand->n_digits = 0;
    hand->numerals = false;
    return true;
}

/* The meld whose closing bracket has been read: its tiles and at most one digit behind them. */
static bool close_meld(reader *hand)
{
    if (hand->n_digits > 1 || hand->numerals || hand->n_meld == 0)
        return false;
    const uint8_t *const tiles = hand->meld;
    const unsigned n = hand->n_meld;
    const bool has_digit = hand->n_digits == 1;
    const uint8_t digit = has_digit ? hand->digits[0] : 0;
    bool same = true;
    uint8_t lowest = tiles[0];
    for (unsigned i = 1; i < n; i++) {
        same &= tiles[i] == tiles[0];
        if (tiles[i] < lowest)
            lowest = tiles[i];
    }
    const bool small = digit >= 1 && digit <= 3;
    if (same && n == 1) {
        if (has_digit)
            return false;
    } else if (same && n == 3) {
        if (has_digit && !small)
            return false;
        hand->sets++;
    } else if (same && n == 4) {
        if (has_digit && !small && !(digit >= 5 && digit <= 7))
            return false;
        hand->sets++;
    } else if (n == 3 && lowest < HONOURS && lowest % 9 < 7) {
        unsigned seen = 0;
        for (unsigned i = 0; i < 3; i++) {
            const unsigned step = (unsigned)(tiles[i] - lowest);
            if (step > 2)
                return false;
            seen |= 1u << step;
        }
        const bool in_order = tiles[0] < tiles[1] && tiles[1] < tiles[2];
        if (seen != 7 || (has_digit && !(small && in_order)))
            return false;
        hand->sets++;
    } else {
        return false;
    }
    for (unsigned i = 0; i < n; i++)
        if (++hand->melds[tiles[i]] > 4)
            return false;
    hand->in_meld = false;
    hand->n_digits = 0;
    return hand->sets <= MAX_SETS;
}

/* Whether the letter begins a Botzone tile: a letter and a digit alone between white space or brackets, and no suit
 * next that the digit would belong to. Its bytes, or 0. */
static unsigned botzone(token letter, const uint8_t *p, const uint8_t *end, uint8_t *tile)
{
    static const uint8_t dragons[3] = {RED, GREEN, WHITE};
    unsigned first = 0;
    unsigned kinds = 9;
    switch (letter.ascii) {
    case 'W': break;
    case 'B': first = 9; break;
    case 'T': first = 18; break;
    case 'F': first = HONOURS; kinds = 4; break;
    case 'J': kinds = 3; break;
    default: return 0;
    }
    const uint8_t *const at = p + letter.size;
    if (at >= end)
        return 0;
    const token digit = token_at(at, end);
    if (digit.is.kind != K_DIGIT)
        return 0;
    const uint8_t *behind = at + digit.size;
    if (behind < end) {
        token next = token_at(behind, end);
        if (next.is.kind != K_SPACE && next.is.kind != K_OPEN && next.is.kind != K_CLOSE)
            return 0;
        while (next.is.kind == K_SPACE && (behind += next.size) < end)
            next = token_at(behind, end);
        if (next.is.kind == K_SUIT)
            return 0;
    }
    const unsigned rank = digit.is.value;
    if (rank < 1 || rank > kinds)
        *tile = TP_NO_TILE;
    else
        *tile = letter.ascii == 'J' ? dragons[rank - 1] : (uint8_t)(first + rank - 1);
    return (unsigned)letter.size + digit.size;
}

/* Slots that a plain character counts into: what is not plain, tile + 1, a suit's letter. */
enum { BAD_SLOT, SUIT_SLOT = TP_KINDS + 1, SLOTS };

/* Slots by the suit (none, m, p, s, z) that follows and the character. */
#define LETTERS ['m'] = SUIT_SLOT, ['p'] = SUIT_SLOT, ['s'] = SUIT_SLOT, ['z'] = SUIT_SLOT
#define NUMBERED(first)                                                                                                \
    {LETTERS, ['0'] = (first) + 5, ['1'] = (first) + 1, ['2'] = (first) + 2, ['3'] = (first) + 3, ['4'] = (first) + 4, \
     ['5'] = (first) + 5, ['6'] = (first) + 6, ['7'] = (first) + 7, ['8'] = (first) + 8, ['9'] = (first) + 9}
static const uint8_t PLAIN_SLOTS[5][256] = {
    {LETTERS},
    NUMBERED(0),
    NUMBERED(9),
    NUMBERED(18),
    {LETTERS, ['1'] = 28, ['2'] = 29, ['3'] = 30, ['4'] = 31, ['5'] = 32, ['6'] = 33, ['7'] = 34},
};
#undef NUMBERED
#undef LETTERS
static const uint8_t PLAIN_SUIT[256] = {['m'] = 1, ['p'] = 2, ['s'] = 3, ['z'] = 4};

/* The concealed tiles, if they are plain MPSZ to the end of the text and a hand: by far the most frequent case, without
 * a branch a character. Read backwards, the suit is known before its digits. False leaves everything as it was. */
static bool read_plain(reader *hand, const uint8_t *p, const uint8_t *end)
{
    const size_t len = (size_t)(end - p);
    if (len < 2 || len > 2 * MAX_CONCEALED)
        return false;
    uint8_t slots[SLOTS] = {0};
    unsigned suit = 0;
    unsigned behind_suit = 0;
    unsigned twice = 0;
    for (size_t i = len; i-- > 0;) {
        const unsigned letter = PLAIN_SUIT[p[i]];
        const unsigned is_suit = letter != 0;
        suit = letter | (suit & (is_suit - 1));
        twice |= is_suit & behind_suit;
        behind_suit = is_suit;
        slots[PLAIN_SLOTS[suit][p[i]]]++;
    }
    const unsigned concealed = (unsigned)len - slots[SUIT_SLOT];
    if (twice || behind_suit || slots[BAD_SLOT] || concealed % 3 == 0 || concealed + 3 * hand->sets > MAX_CONCEALED)
        return false;
    uint8_t over = 0; /* no count is above 14 + 4: three more reach 8 where it is above 4 */
    for (unsigned i = 0; i < TP_KINDS; i++)
        over |= (uint8_t)(slots[i + 1] + hand->melds[i] + 3) & 0xF8;
    if (over)
        return false;
    memcpy(hand->counts, slots + 1, TP_KINDS);
    hand->concealed = concealed;
    hand->last = PLAIN_SLOTS[PLAIN_SUIT[end[-1]]][end[-2]] - 1;
    return true;
}

static bool read_hand(reader *hand, const uint8_t *p, const uint8_t *end)
{
    bool apart = true;   /* white space, a bracket or the beginning stands before */
    bool red = false;    /* 红 without its 中 */
    uint8_t head = 0xFF; /* 发 or 白 that its second character may follow */
    while (p < end) {
        const token here = token_at(p, end);
        if (here.is.kind == K_SPACE) {
            apart = true;
            p += here.size;
            continue;
        }
        if (red && here.is.kind != K_CENTRE)
            return false;
        const bool pending = hand->n_digits != 0;
        if (here.is.kind == K_DIGIT && !pending && !hand->in_meld && hand->concealed == 0 && read_plain(hand, p, end))
            return true;
        unsigned size = here.size;
        uint8_t tile = here.is.value;
        uint8_t next_head = 0xFF;
        switch (here.is.kind) {
        case K_NUMERAL:
            hand->numerals = true;
            /* fall through */
        case K_DIGIT:
            if (hand->n_digits == MAX_CONCEALED)
                return false;
            hand->digits[hand->n_digits++] = here.is.value;
            break;
        case K_SUIT:
            if (!add_digits(hand, here.is.value))
                return false;
            break;
        case K_HEAD:
            next_head = here.is.value;
            /* fall through */
        case K_CENTRE:
        case K_TILE:
        case K_OTHER: {
            const unsigned pair = apart ? botzone(here, p, end, &tile) : 0;
            if (pair)
                size = pair;
            if (pending || (!pair && here.is.kind == K_OTHER) || tile == TP_NO_TILE || !add_tile(hand, tile))
                return false;
            break;
        }
        case K_TAIL:
            if (head != here.is.value)
                return false;
            break;
        case K_RED:
            if (pending)
                return false;
            break;
        case K_OPEN:
            if (pending || hand->in_meld || hand->concealed)
                return false;
            hand->in_meld = true;
            hand->n_meld = 0;
            break;
        case K_CLOSE:
            if (!hand->in_meld || !close_meld(hand))
                return false;
            break;
        default:
            return false;
        }
        red = here.is.kind == K_RED;
        head = next_head;
        apart = here.is.kind == K_OPEN || here.is.kind == K_CLOSE;
        p += size;
    }
    return !red && !hand->in_meld && hand->n_digits == 0 && hand->concealed % 3 != 0 &&
           hand->concealed + 3 * hand->sets <= MAX_CONCEALED;
}

tp_text tp_parse(const uint8_t *text, size_t len, uint8_t counts[TP_KINDS], uint8_t melds[TP_KINDS], uint8_t *last)
{
    memset(counts, 0, TP_KINDS);
    memset(melds, 0, TP_KINDS);
    reader hand = {.counts = counts, .melds = melds, .last = TP_NO_TILE};
    if (len != 0 && read_hand(&hand, text, text + len)) {
        *last = hand.concealed % 3 == 2 ? hand.last : TP_NO_TILE;
        return TP_TEXT_HAND;
    }
    memset(counts, 0, TP_KINDS);
    memset(melds, 0, TP_KINDS);
    *last = TP_NO_TILE;
    return TP_TEXT_OTHER;
}

static uint64_t offset_at(const tp_texts *texts, size_t i)
{
    if (texts->wide)
        return (uint64_t)((const int64_t *)texts->offsets)[i];
    return (uint64_t)((const int32_t *)texts->offsets)[i];
}

size_t tp_parse_texts(const tp_texts *texts, uint8_t *counts, uint8_t *melds, uint8_t *last, uint8_t *status)
{
    size_t good = 0;
    for (size_t row = 0; row < texts->n; row++) {
        const size_t i = texts->first + row;
        const bool valid = !texts->validity || (texts->validity[i / 8] >> (i % 8) & 1);
        uint64_t begin = offset_at(texts, i);
        uint64_t end = offset_at(texts, i + 1);
        if (!valid || begin > end || end > texts->data_len) /* broken offsets are no text either */
            begin = end = 0;
        status[row] = (uint8_t)tp_parse(texts->data ? texts->data + begin : NULL, (size_t)(end - begin),
                                        counts + row * TP_KINDS, melds + row * TP_KINDS, last + row);
        if (!valid)
            status[row] = TP_TEXT_NULL;
        good += status[row] == TP_TEXT_HAND;
    }
    return good;
}
