/* What a way to play is sure to reach.
 *
 * The way to play: at each hand some kinds are wanted, a drawn one is kept and the discard is the one with the best bound;
 * every other drawn tile is put aside unread. Wanted are the kinds that add most to the bound, first few and then more: what
 * is little worth makes more situations, and it less certain what is still in the wall.
 *
 * Given the hands so far and when they changed, what is the chance p that the next draw is a given tile which is not in the
 * hand? With L tiles left in the wall, it is 1 / L if the tile was wanted whenever one was put aside: it cannot have
 * gone (it is clean). Otherwise it may be one of the tiles put aside. Take an order of the wall with our tile as one of
 * those, and exchange it with one tile that is left: that is as likely, and nothing that the player noticed has changed,
 * unless the other tile was wanted when ours was put aside. At most W of the L tiles left are such, W being the most copies
 * that are ever wanted, so our tile is there with a chance of at most p * L / (L - W). If d tiles were put aside when
 * it was not wanted, then 1 <= L * p + d * p * L / (L - W), that is
 *
 *     p >= (L - W) / (L * (L - W + d)).
 *
 * With these chances for the wanted tiles, by induction over the draws, the value is below the true one wherever a
 * wanted tile betters it; where it does not, the chance is taken at its highest, 1 / L.
 *
 * Two courses of play differ only in the hand, the number of draws, the copies left and the clean ones among the kinds
 * that can still be wanted; every such situation is valued once, for all numbers of draws to come together.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "improve_hands.h"

#define MOST_TOGETHER 2000 /* situations, when all starts are looked at */
#define MOST_ALONE 8000    /* and when one is, besides one for each hand */
#define ROUNDS_TOGETHER 8
#define ROUNDS_ALONE 11

enum { UNWANTED = -1, WIN = -2, WORTHLESS = -3 };

/* A kind that is wanted: the hand that it leads to, by the draws to come after it, or one of the above. */
typedef struct {
    int32_t next[TP_MAX_DRAWS];
    double win;
    uint8_t kind;
} wanted_kind;

typedef struct {
    uint32_t waiting;   /* its number in the graph */
    uint64_t always;    /* kinds wanted with any number of draws to come */
    uint64_t reach;     /* kinds that it or a hand after it wants */
    packed_counts mask; /* those as packed counts */
    hand_span wanted;
} kept_hand;

typedef double value_row[TP_MAX_DRAWS + 1]; /* by the draws to come */

typedef struct {
    uint32_t waiting; /* its number in the graph */
    size_t place;     /* among all starts */
} floor_start;

typedef struct {
    tp_outlook *outlook;
    const hand_bounds *bounds;
    floor_start *starts; /* those looked at together */
    size_t n_starts;
    double *worth; /* of each draw of the graph: what it adds to the bounds of the starts */
    double *chance[2]; /* of being at each hand of the graph, at this draw and at the next */
    double thrift, ratio;
    int most_wanted; /* copies */
    int wall_before, wall_after; /* tiles before and after all draws */
    double share[TP_MAX_DRAWS]; /* of the wall, one tile; by the draws to come after the next */
    double surely[TP_MAX_DRAWS + 1][TP_MAX_DRAWS]; /* the part of its chance that a tile keeps, by how many were put aside */

    kept_hand *hands;
    size_t n_hands, hands_room;
    wanted_kind *wanted;
    size_t n_wanted, wanted_room;
    int32_t *number_of; /* by the number in the graph; UNWANTED where it does not come up */

    play_map situations;
    size_t most_situations;
    value_row *values;
} floor_search;

/* ---- the way to play ---- */

/* The number of the hand among those that come up; negative when there is no memory. */
static int32_t meet(floor_search *search, uint32_t waiting) {
    if (search->number_of[waiting] == UNWANTED) {
        if (!make_room((void **)&search->hands, &search->hands_room, search->n_hands + 1, sizeof *search->hands))
            return UNWANTED;
        search->hands[search->n_hands] = (kept_hand){.waiting = waiting};
        search->number_of[waiting] = (int32_t)search->n_hands++;
    }
    return search->number_of[waiting];
}

/* What to do with the full hand but give back what `from` has drawn, `left` draws being to come: the waiting hand that is
 * left, or WIN or WORTHLESS; and its bound. */
static int32_t choose(const floor_search *search, uint32_t from, uint32_t full, int left, double *bound) {
    const hand_graph *graph = search->outlook->graph;
    const double *waiting = search->bounds->waiting[left];
    const hand_span span = graph->discards_of[full];
    double value = graph->wins[full] == NO_WIN ? 0 : play_win_value(search->outlook, graph->wins[full]);
    int32_t best = value > 0 ? WIN : WORTHLESS;
    if (best == WORTHLESS) value = 0;
    for (size_t i = 0; i < span.n; i++) {
        const uint32_t discard = graph->discards[span.first + i].hand;
        if (discard == from || waiting[discard] <= value) continue;
        value = waiting[discard];
        best = (int32_t)discard;
    }
    *bound = value;
    return best;
}

/* What each draw adds to the bounds of the starts: the chance of being where it helps, times how much. */
static void weigh_draws(floor_search *search) {
    const tp_outlook *outlook = search->outlook;
    const hand_graph *graph = outlook->graph;
    memset(search->worth, 0, graph->n_steps * sizeof *search->worth);
    memset(search->chance[0], 0, graph->n_waiting * sizeof *search->chance[0]);
    for (size_t i = 0; i < search->n_starts; i++) search->chance[0][search->starts[i].waiting] = 1;
    for (int left = outlook->draws; left > 0; left--) {
        double *now = search->chance[0], *then = search->chance[1];
        memcpy(then, now, graph->n_waiting * sizeof *then);
        for (uint32_t waiting = 0; waiting < graph->n_waiting; waiting++) {
            if (now[waiting] < 1e-5) continue;
            const double rest = search->bounds->waiting[left - 1][waiting];
            const hand_span span = graph->draws_of[waiting];
            for (size_t step = span.first; step < span.first + span.n; step++) {
                const hand_step *draw = &graph->draws[step];
                const double gain = search->bounds->full[left - 1][draw->hand] - rest;
                if (gain <= 0) continue;
                const double chance = now[waiting] * draw->copies / (search->wall_after + left);
                search->worth[step] += chance * gain;
                then[waiting] -= chance;
                double bound;
                const int32_t next = choose(search, waiting, draw->hand, left - 1, &bound);
                if (next >= 0) then[next] += chance;
            }
        }
        search->chance[0] = then;
        search->chance[1] = now;
    }
}

/* Adds the draw to what the hand wants; always, where it never harms. */
static bool add_draw(floor_search *search, uint32_t waiting, const hand_step *draw, bool *always) {
    const hand_graph *graph = search->outlook->graph;
    const int draws = search->outlook->draws;
    if (!make_room((void **)&search->wanted, &search->wanted_room, search->n_wanted + 1, sizeof *search->wanted))
        return false;
    wanted_kind *wanted = &search->wanted[search->n_wanted++];
    wanted->kind = draw->kind;
    wanted->win = graph->wins[draw->hand] == NO_WIN ? 0 : play_win_value(search->outlook, graph->wins[draw->hand]);
    bool harms[TP_MAX_DRAWS];
    *always = true;
    for (int left = 0; left < draws; left++) {
        double bound;
        wanted->next[left] = choose(search, waiting, draw->hand, left, &bound);
        harms[left] = bound < search->bounds->waiting[left][waiting];
        *always = *always && !harms[left];
    }
    for (int left = 0; left < draws; left++) {
        if (harms[left]) wanted->next[left] = UNWANTED;
        if (wanted->next[left] < 0) continue;
        wanted->next[left] = meet(search, (uint32_t)wanted->next[left]);
        if (wanted->next[left] == UNWANTED) return false;
    }
    return true;
}

static bool add_wanted(floor_search *search, size_t number) {
    const hand_graph *graph = search->outlook->graph;
    const uint32_t waiting = search->hands[number].waiting;
    const hand_span span = graph->draws_of[waiting];
    const size_t first = search->n_wanted;
    uint64_t all = 0, reach = 0;
    int copies = 0;
    double most = 0;
    for (size_t step = span.first; step < span.first + span.n; step++)
        if (search->worth[step] > most) most = search->worth[step];
    for (size_t step = span.first; step < span.first + span.n; step++) {
        const double worth = search->worth[step];
        if (worth == 0 || (worth < search->thrift && worth * search->ratio < most)) continue;
        bool always;
        if (!add_draw(search, waiting, &graph->draws[step], &always)) return false;
        const uint64_t kind = (uint64_t)1 << graph->draws[step].kind;
        reach |= kind;
        if (always) all |= kind;
        copies += graph->draws[step].copies;
    }
    kept_hand *hand = &search->hands[number];
    hand->wanted = (hand_span){first, search->n_wanted - first};
    hand->always = all;
    hand->reach = reach;
    if (copies > search->most_wanted) search->most_wanted = copies;
    return true;
}

static void work_out_reach(floor_search *search) {
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t number = search->n_hands; number-- > 0;) {
            kept_hand *hand = &search->hands[number];
            uint64_t reach = hand->reach;
            for (size_t i = 0; i < hand->wanted.n; i++)
                for (int left = 0; left < search->outlook->draws; left++) {
                    const int32_t next = search->wanted[hand->wanted.first + i].next[left];
                    if (next >= 0) reach |= search->hands[next].reach;
                }
            changed = changed || reach != hand->reach;
            hand->reach = reach;
        }
    }
    for (size_t number = 0; number < search->n_hands; number++) {
        uint8_t row[TP_KINDS];
        for (int kind = 0; kind < TP_KINDS; kind++) row[kind] = search->hands[number].reach >> kind & 1 ? 7 : 0;
        search->hands[number].mask = pack_counts(row);
    }
}

/* The way to play from the starts. */
static bool decide(floor_search *search) {
    search->n_hands = search->n_wanted = 0;
    search->most_wanted = 0;
    for (size_t waiting = 0; waiting < search->outlook->graph->n_waiting; waiting++) search->number_of[waiting] = UNWANTED;
    for (size_t i = 0; i < search->n_starts; i++)
        if (meet(search, search->starts[i].waiting) < 0) return false;
    for (size_t number = 0; number < search->n_hands; number++)
        if (!add_wanted(search, number)) return false;
    work_out_reach(search);
    for (int left = 0; left < search->outlook->draws; left++) {
        const int wall = search->wall_after + left + 1, loose = wall - search->most_wanted;
        search->share[left] = 1.0 / wall;
        for (int aside = 0; aside <= search->outlook->draws; aside++)
            search->surely[aside][left] = loose > 0 ? (double)loose / (loose + aside) : !aside;
    }
    return true;
}

/* ---- its value ---- */

/* One wanted kind at a hand: the values after it is kept, by the draws to come then, when it is the first draw there and
 * when it follows others put aside there. */
typedef struct {
    const wanted_kind *wanted;
    value_row now, later;
    int copies;
    bool clean, always;
} kind_course;

static bool value_hand(floor_search *search, int32_t number, uint64_t clean, value_row out);

/* The values after the wanted tile is kept, by the draws to come, of which there are less than `draws`. */
static bool value_kept(floor_search *search, const wanted_kind *wanted, uint64_t clean, int draws, value_row out) {
    value_row row;
    int32_t at = UNWANTED;
    for (int left = 0; left < draws; left++) {
        const int32_t next = wanted->next[left];
        if (next >= 0 && next != at && !value_hand(search, next, clean, row)) return false;
        if (next >= 0) at = next;
        out[left] = next >= 0 ? row[left] : next == WIN ? wanted->win : 0;
    }
    return true;
}

/* The draws of a stay, summed up by the draws to come after them: copies, and copies times value. Two sums, for tiles
 * that are clean and for others. */
typedef struct {
    value_row copies[2], now[2], later[2];
    value_row least; /* of the values after others were put aside that are not clean */
    bool plain;      /* every kind is wanted at all times */
} stay;

static double least_of(double a, double b, double c) { return a < b ? a < c ? a : c : b < c ? b : c; }

static void sum_up(stay *all, const kind_course *courses, size_t n, int draws) {
    *all = (stay){.plain = true};
    for (int left = 0; left < draws; left++) all->least[left] = HUGE_VAL;
    for (size_t i = 0; i < n; i++) {
        const kind_course *course = &courses[i];
        const bool dirty = !course->clean;
        all->plain = all->plain && course->always;
        for (int left = 0; left < draws; left++) {
            all->copies[dirty][left] += course->copies;
            all->now[dirty][left] += course->copies * course->now[left];
            all->later[dirty][left] += course->copies * course->later[left];
            if (dirty) all->least[left] = least_of(all->least[left], course->now[left], course->later[left]);
        }
    }
}

/* What one draw adds to the value: `left` draws to come after it, `gone` tiles put aside here and `aside` before. */
static double gain_of_draw(const floor_search *search, const kind_course *courses, size_t n, double value, int left, int aside,
                           int gone) {
    double gain = 0;
    for (size_t i = 0; i < n; i++) {
        const kind_course *course = &courses[i];
        if (course->wanted->next[left] == UNWANTED) continue;
        const double more = (gone ? course->later : course->now)[left] - value;
        const int lost = (course->clean ? 0 : aside) + (course->always ? 0 : gone);
        gain += course->copies * (more < 0 ? 1 : search->surely[lost][left]) * more;
    }
    return gain;
}

/* The value of a stay at one hand that begins with `draws` to come and `aside` tiles put aside before. */
static double value_stay(const floor_search *search, const kind_course *courses, size_t n, const stay *all, int draws,
                         int aside) {
    double value = 0;
    for (int left = 0; left < draws; left++) {
        const int gone = draws - left - 1;
        double gain;
        if (all->plain && all->least[left] >= value) {
            const value_row *sums = gone ? all->later : all->now;
            gain = sums[0][left] - all->copies[0][left] * value +
                   search->surely[aside][left] * (sums[1][left] - all->copies[1][left] * value);
        } else {
            gain = gain_of_draw(search, courses, n, value, left, aside, gone);
        }
        value += gain * search->share[left];
    }
    return value;
}

/* The values of the hand, by the draws to come, when the tiles kept are gone from the wall; false when there is no memory
 * or there are too many situations. */
static bool value_hand(floor_search *search, int32_t number, uint64_t clean, value_row out) {
    tp_outlook *outlook = search->outlook;
    const kept_hand *hand = &search->hands[number];
    const int kept = search->wall_before - outlook->wall_tiles, draws = outlook->draws - kept;
    clean &= hand->reach;
    const packed_counts key[] = {
        {(uint64_t)number | (uint64_t)kept << 32, clean},
        {outlook->packed_wall.low & hand->mask.low, outlook->packed_wall.high & hand->mask.high},
    };
    size_t situation = play_map_find(&search->situations, key);
    if (situation == NOT_THERE) {
        kind_course courses[TP_KINDS];
        size_t n = 0;
        for (size_t i = 0; i < hand->wanted.n; i++) {
            kind_course *course = &courses[n];
            course->wanted = &search->wanted[hand->wanted.first + i];
            const int kind = course->wanted->kind;
            course->copies = outlook->wall[kind];
            if (!course->copies) continue;
            course->clean = clean >> kind & 1;
            course->always = hand->always >> kind & 1;
            play_draw(outlook, kind);
            bool valued = value_kept(search, course->wanted, clean, draws, course->now);
            if (clean & ~hand->always)
                valued = valued && value_kept(search, course->wanted, clean & hand->always, draws, course->later);
            else
                memcpy(course->later, course->now, sizeof course->later);
            play_undraw(outlook, kind);
            if (!valued) return false;
            n++;
        }
        if (search->situations.n == search->most_situations) return false;
        situation = play_map_add(&search->situations, key);
        outlook->out_of_memory = situation == NOT_THERE;
        if (outlook->out_of_memory) return false;
        stay all;
        sum_up(&all, courses, n, draws);
        for (int left = 0; left <= draws; left++)
            search->values[situation][left] = value_stay(search, courses, n, &all, left, draws - left);
    }
    memcpy(out, search->values[situation], (size_t)(draws + 1) * sizeof *out);
    return true;
}

/* Raises what is sure to be reached from the starts, round by round with more kinds wanted, until there are too many
 * situations. */
static void raise_floor(floor_search *search, const double *most, double *out) {
    tp_outlook *outlook = search->outlook;
    const int rounds = search->n_starts > 1 ? ROUNDS_TOGETHER : ROUNDS_ALONE;
    size_t wanted = 0;
    weigh_draws(search);
    for (int round = 0; round < rounds; round++) {
        search->ratio = pow(2, 1 + round / 2.0);
        search->thrift = most[search->starts->place] / (32 * search->ratio);
        outlook->out_of_memory = !decide(search);
        if (outlook->out_of_memory) return;
        if (search->n_wanted == wanted) continue;
        wanted = search->n_wanted;
        play_map_clear(&search->situations);
        bool exact = true;
        for (size_t i = 0; i < search->n_starts; i++) {
            const floor_start *start = &search->starts[i];
            value_row row;
            play_start(outlook, start->place);
            if (!value_hand(search, search->number_of[start->waiting], ~(uint64_t)0, row)) return;
            double *least = &out[start->place];
            if (row[outlook->draws] > *least) *least = row[outlook->draws];
            exact = exact && *least >= most[start->place] * (1 - 1e-12);
        }
        if (exact) return;
    }
}

static bool open_search(floor_search *search) {
    const hand_graph *graph = search->outlook->graph;
    search->starts = malloc((search->outlook->n + 1) * sizeof *search->starts);
    search->number_of = malloc((graph->n_waiting + 1) * sizeof *search->number_of);
    search->values = malloc((MOST_ALONE + graph->n_waiting) * sizeof *search->values);
    search->worth = malloc((graph->n_steps + 1) * sizeof *search->worth);
    search->chance[0] = malloc((graph->n_waiting + 1) * sizeof *search->chance[0]);
    search->chance[1] = malloc((graph->n_waiting + 1) * sizeof *search->chance[1]);
    return search->starts && search->number_of && search->values && search->worth && search->chance[0] && search->chance[1];
}

/* The highest bound first. */
static void sort_starts(floor_start *starts, size_t n, const double *most) {
    for (size_t i = 1; i < n; i++)
        for (size_t j = i; j > 0 && most[starts[j].place] > most[starts[j - 1].place]; j--) {
            const floor_start start = starts[j];
            starts[j] = starts[j - 1];
            starts[j - 1] = start;
        }
}

/* All starts are looked at together; then each that may be the best by itself, the highest bound first. */
tp_status hand_floor(tp_outlook *outlook, const hand_bounds *bounds, const double *most, double *out) {
    floor_search search = {.outlook = outlook,
                           .bounds = bounds,
                           .situations = {.parts = 2},
                           .most_situations = MOST_TOGETHER,
                           .wall_before = outlook->wall_tiles,
                           .wall_after = outlook->wall_tiles - outlook->draws};
    outlook->out_of_memory = !open_search(&search);
    for (size_t i = 0; i < outlook->n && !outlook->out_of_memory; i++) {
        out[i] = 0;
        play_start(outlook, i);
        const size_t waiting = hand_graph_find(outlook);
        if (waiting != NOT_THERE) search.starts[search.n_starts++] = (floor_start){(uint32_t)waiting, i};
    }
    sort_starts(search.starts, search.n_starts, most);
    floor_start *all = search.starts;
    const size_t n = search.n_starts;
    double sure = 0;
    if (n > 1) raise_floor(&search, most, out);
    for (size_t i = 0; i < n; i++)
        if (out[all[i].place] > sure) sure = out[all[i].place];
    search.n_starts = 1;
    search.most_situations = MOST_ALONE + outlook->graph->n_waiting;
    for (size_t i = 0; i < n && !outlook->out_of_memory && most[all[i].place] > sure; i++) {
        search.starts = &all[i];
        raise_floor(&search, most, out);
        if (out[all[i].place] > sure) sure = out[all[i].place];
    }
    search.starts = all;
    play_map_clear(&search.situations);
    free(search.starts);
    free(search.hands);
    free(search.wanted);
    free(search.number_of);
    free(search.values);
    free(search.worth);
    free(search.chance[0]);
    free(search.chance[1]);
    return outlook->out_of_memory ? TP_NO_MEMORY : TP_OK;
}
