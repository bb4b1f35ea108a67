/* What a way to play is sure to reach.
 *
 * Given the hands so far and when they changed, what is the chance p that the next draw is a given tile which is not in the
 * hand? With L tiles left in the wall, it is 1 / L if the tile was wanted whenever one was put aside: it cannot have
 * gone (it is clean). Otherwise it may be one of the tiles put aside. Take an order of the wall with our tile as one of
 * those, and exchange it with one tile that is left: that is as likely, and nothing that the player noticed has changed,
 * unless the other tile was wanted when ours was put aside. At most W of the L tiles left are such, W being the most copies
 * wanted at any of those hands, so our tile is there with a chance of at most p * L / (L - W). If d tiles were put aside
 * when it was not wanted, then 1 <= L * p + d * p * L / (L - W), that is
 *
 *     p >= (L - W) / (L * (L - W + d)).
 *
 * With these chances for the wanted tiles, by induction over the draws, the value is below the true one wherever a
 * wanted tile betters it; where it does not, the chance is taken at its highest, 1 / L.
 *
 * Two courses of play that come to the same hand of the course differ in the kinds that are clean among those that can still
 * be wanted, and in those of which more were drawn than the hand shows; of these the fewest copies are taken. Every such state is valued once, for all numbers of
 * draws to come together.
 */
#include <math.h>
#include <stdlib.h>

#include "course.h"

#define MOST_COPIES (4 * TP_KINDS)
#define MOST_STATES 3000 /* and one for every fourth hand of the graph */
#define ALONE 2          /* starts that are looked at by themselves */
#define TOGETHER 4       /* the others, at a time */
#define RARE 1e5         /* one part of the bound in so many is little */
/* How small a part of what the best kind adds is wanted, times the draws: the more are put aside, the less is certain. */
#define RATIO_ALONE 600
#define RATIO_TOGETHER 100

/* A hand of the course; and among the kinds that it or a hand after it wants, those that are clean, and those of which more
 * were drawn than it shows. */
typedef struct {
    uint64_t clean, spent;
    int32_t hand;
    uint32_t ends;  /* the first of its steps' ends */
    double values[TP_BY_DRAWS]; /* when it is come to with so many draws to come */
} floor_state;

/* The states that a step leads to, as the first draw at the hand and after others were put aside there; or WIN or
 * WORTHLESS. */
typedef struct {
    int32_t now, later;
} step_end;

typedef struct {
    const tp_outlook *outlook;
    const hand_bounds *bounds;
    hand_course course;
    floor_state *states; /* by the tiles kept */
    size_t states_room, most_states;
    play_map numbers; /* of the states: the hand, the clean and the spent kinds */
    step_end *ends;
    size_t n_ends, ends_room;
    /* The part of its chance that a tile keeps: by L - W and d. */
    double surely[MOST_COPIES + 1][TP_BY_DRAWS];
} floor_search;

/* ---- the states ---- */

static int32_t state_of(floor_search *search, int32_t hand, uint64_t clean, uint64_t spent) {
    const uint64_t reach = search->course.hands[hand].reach;
    const packed_counts key = {(clean & reach) | (uint64_t)hand << TP_KINDS, spent & reach};
    const size_t known = search->numbers.n, number = play_map_add(&search->numbers, &key);
    if (number != known) return number == NOT_THERE ? UNKNOWN : (int32_t)number;
    if (number == search->most_states ||
        !make_room((void **)&search->states, &search->states_room, number + 1, sizeof *search->states))
        return UNKNOWN;
    search->states[number] = (floor_state){.clean = clean & reach, .spent = spent & reach, .hand = hand};
    return (int32_t)number;
}

/* Finds the states after this one. */
static bool follow(floor_search *search, size_t number) {
    floor_state *state = &search->states[number];
    const course_hand *hand = &search->course.hands[state->hand];
    const uint64_t clean = state->clean, always = clean & hand->always, spent_before = state->spent;
    state->ends = (uint32_t)search->n_ends;
    if (!make_room((void **)&search->ends, &search->ends_room, search->n_ends + hand->steps.n, sizeof *search->ends))
        return false;
    for (uint32_t i = 0; i < hand->steps.n; i++) {
        const course_step *step = &search->course.steps[hand->steps.first + i];
        const int32_t next = step->next;
        const uint64_t spent = spent_before | step->spent;
        step_end end = {next, next};
        if (next >= 0) {
            end.now = state_of(search, next, clean, spent);
            end.later = always == clean ? end.now : state_of(search, next, always, spent);
            if (end.now == UNKNOWN || end.later == UNKNOWN) return false;
        }
        search->ends[search->n_ends++] = end;
    }
    return true;
}

static bool find_states(floor_search *search, size_t n_starts) {
    play_map_empty(&search->numbers);
    search->n_ends = 0;
    for (size_t start = 0; start < n_starts; start++)
        if (state_of(search, (int32_t)start, ~(uint64_t)0, 0) == UNKNOWN) return false;
    for (size_t state = 0; state < search->numbers.n; state++)
        if (!follow(search, state)) return false;
    return true;
}

/* ---- their values ---- */

/* Which of the tiles put aside may have been one that is wanted now: none; those before the hand was come to; those at it. */
enum { CLEAN, DIRTY, LATE, MARKS };

/* The wanted draws of a hand, summed up by the draws to come after them: copies, and copies times value; and the least of
 * the values whose chance is not known. The first draws at the hand (how many were put aside before is known then), and
 * those that follow others put aside at it. */
typedef struct {
    double first_copies[TP_MAX_DRAWS], first_value[TP_MAX_DRAWS], first_least[TP_MAX_DRAWS];
    double copies[MARKS][TP_MAX_DRAWS], value[MARKS][TP_MAX_DRAWS], least[TP_MAX_DRAWS];
    bool late; /* some are */
} draw_sums;

static int wall_before(const floor_search *search, int left) {
    return search->outlook->wall_tiles - search->outlook->draws + left + 1;
}

/* By d, with so many tiles in the wall of which so many were wanted. */
static const double *surely(const floor_search *search, int wall, int wanted) {
    return search->surely[wall > wanted ? wall - wanted : 0];
}

static int most_wanted(const course_hand *hand) {
    return hand->copies > hand->copies_before ? hand->copies : hand->copies_before;
}

static int least_copies(const floor_state *state, const course_step *step) {
    return state->spent >> step->kind & 1 ? step->least : step->most;
}

/* A wanted draw: the copies that are sure, and what it leads to by the draws to come, as the first draw at the hand and later. */
typedef struct {
    const course_step *step;
    int least;
    const double *now, *later;
    double always[TP_BY_DRAWS]; /* where it leads to no hand */
} wanted_draw;

static void find_draw(const floor_search *search, const floor_state *state, uint32_t i, wanted_draw *draw) {
    const course_step *step = &search->course.steps[search->course.hands[state->hand].steps.first + i];
    const step_end end = search->ends[state->ends + i];
    draw->step = step;
    draw->least = least_copies(state, step);
    draw->now = draw->later = draw->always;
    if (end.now >= 0) {
        draw->now = search->states[end.now].values;
        draw->later = search->states[end.later].values;
    } else {
        for (int left = 0; left < TP_BY_DRAWS; left++) draw->always[left] = end.now == WIN ? step->win : 0;
    }
}

static void sum_up(const floor_search *search, const floor_state *state, int top, draw_sums *sums) {
    const course_hand *hand = &search->course.hands[state->hand];
    double before[TP_MAX_DRAWS], any[TP_MAX_DRAWS]; /* the part of its chance that a tile keeps, by what may have been one */
    *sums = (draw_sums){.late = false};
    for (int left = 0; left < top; left++) {
        sums->first_least[left] = sums->least[left] = HUGE_VAL;
        before[left] = surely(search, wall_before(search, left), hand->copies_before)[top - left - 1];
        any[left] = surely(search, wall_before(search, left), most_wanted(hand))[top - left - 1];
    }
    for (uint32_t i = 0; i < hand->steps.n; i++) {
        wanted_draw draw;
        find_draw(search, state, i, &draw);
        const course_step *step = draw.step;
        const double *now = draw.now, *later = draw.later;
        const int least = draw.least;
        const bool clean = state->clean >> step->kind & 1, exact = step->most - least <= 1;
        const int mark = clean ? step->late ? LATE : CLEAN : step->late ? CLEAN : DIRTY;
        double *copies = sums->copies[mark], *value = sums->value[mark];
        sums->late = sums->late || mark == LATE;
        for (int left = step->from; left < step->to; left++) {
            const double first = least * (clean ? 1 : before[left]);
            const double then = least * (step->late && !clean ? any[left] : 1);
            sums->first_copies[left] += first;
            sums->first_value[left] += first * now[left];
            copies[left] += then;
            value[left] += then * later[left];
        }
        for (int left = step->from; left < step->to; left++) {
            if (!(clean && exact) && now[left] < sums->first_least[left]) sums->first_least[left] = now[left];
            if (!(clean && exact && !step->late) && later[left] < sums->least[left]) sums->least[left] = later[left];
        }
    }
}

/* What one draw adds, copies times value, to each of `n` values: with `from` tiles put aside before the hand was come to, one
 * more, and so on, the others of `last` having been put aside at it. */
static void find_gains(const floor_search *search, const floor_state *state, int left, int from, int n, int last,
                       const double *values, double *gains) {
    const course_hand *hand = &search->course.hands[state->hand];
    const int wall = wall_before(search, left);
    for (int i = 0; i < n; i++) gains[i] = 0;
    for (uint32_t i = 0; i < hand->steps.n; i++) {
        const course_step *step = &search->course.steps[hand->steps.first + i];
        if (left < step->from || left >= step->to) continue;
        const step_end *end = &search->ends[state->ends + i];
        const bool first = from == last, clean = state->clean >> step->kind & 1;
        const int32_t next = first ? end->now : end->later;
        const double value = next >= 0 ? search->states[next].values[left] : next == WIN ? step->win : 0;
        const double *parts = surely(search, wall, step->late && !first ? most_wanted(hand) : hand->copies_before);
        double least[TP_BY_DRAWS];
        for (int j = 0; j < n; j++)
            least[j] = least_copies(state, step) * parts[(clean ? 0 : from + j) + (step->late ? last - from - j : 0)];
        for (int j = 0; j < n; j++) {
            const double more = value - values[j];
            gains[j] += more * (more < 0 ? step->most : least[j]);
        }
    }
}

/* The same for all but the first draw at the hand, by the sums. */
static void sum_gains(const floor_search *search, const course_hand *hand, const draw_sums *sums, int left, int last,
                      const double *values, double *gains) {
    const int wall = wall_before(search, left);
    const double *before = surely(search, wall, hand->copies_before);
    const double clean = sums->copies[CLEAN][left], clean_value = sums->value[CLEAN][left];
    const double dirty = sums->copies[DIRTY][left], dirty_value = sums->value[DIRTY][left];
    for (int aside = 0; aside < last; aside++)
        gains[aside] = clean_value - clean * values[aside] + before[aside] * (dirty_value - dirty * values[aside]);
    if (sums->late) {
        const double *here = surely(search, wall, hand->copies);
        const double late = sums->copies[LATE][left], late_value = sums->value[LATE][left];
        for (int aside = 0; aside < last; aside++)
            gains[aside] += here[last - aside] * (late_value - late * values[aside]);
    }
}

/* The values of a state whose wanted tiles are in the wall, all of them: how many tiles were put aside makes no difference. */
static void value_certain(const floor_search *search, floor_state *state) {
    const course_hand *hand = &search->course.hands[state->hand];
    const int top = search->outlook->draws - hand->kept;
    double copies[TP_BY_DRAWS] = {0}, first_value[TP_BY_DRAWS] = {0}, value_then[TP_BY_DRAWS] = {0};
    for (uint32_t i = 0; i < hand->steps.n; i++) {
        wanted_draw draw;
        find_draw(search, state, i, &draw);
        const double least = draw.least;
        for (int left = draw.step->from; left < draw.step->to; left++) {
            copies[left] += least;
            first_value[left] += least * draw.now[left];
            value_then[left] += least * draw.later[left];
        }
    }
    double value = 0;
    for (int left = 0; left < top; left++) {
        const double share = 1.0 / wall_before(search, left), stay = 1 - share * copies[left];
        state->values[left + 1] = stay * value + share * first_value[left];
        value = stay * value + share * value_then[left];
    }
}

/* The values of any state, by the chances that are sure. */
static void value_uncertain(const floor_search *search, floor_state *state) {
    const course_hand *hand = &search->course.hands[state->hand];
    const int top = search->outlook->draws - hand->kept;
    draw_sums sums;
    sum_up(search, state, top, &sums);
    double values[TP_BY_DRAWS] = {0}; /* by the tiles put aside before, all with the same number of draws to come */
    for (int left = 0; left < top; left++) {
        const int last = top - left - 1;
        state->values[left] = values[last + 1];
        const double share = 1.0 / wall_before(search, left);
        double gains[TP_BY_DRAWS];
        if (values[last] <= sums.first_least[left])
            gains[last] = sums.first_value[left] - sums.first_copies[left] * values[last];
        else
            find_gains(search, state, left, last, 1, last, &values[last], &gains[last]);
        double highest = 0;
        for (int aside = 0; aside < last; aside++) highest = values[aside] > highest ? values[aside] : highest;
        if (highest <= sums.least[left])
            sum_gains(search, hand, &sums, left, last, values, gains);
        else
            find_gains(search, state, left, 0, last, last, values, gains);
        for (int aside = 0; aside <= last; aside++) values[aside] += share * gains[aside];
    }
    state->values[top] = values[0];
}

/* The state's values, those after it being known. */
static void value_state(const floor_search *search, floor_state *state) {
    const course_hand *hand = &search->course.hands[state->hand];
    if (hand->exact && !(hand->always & ~state->clean))
        value_certain(search, state);
    else
        value_uncertain(search, state);
}

/* ---- the search ---- */

typedef struct {
    uint32_t waiting; /* its number in the graph */
    size_t place;     /* among all starts */
    double most;
} floor_start;

/* Raises what is sure to be reached from the starts by a way to play that wants the kinds that add, of what the best one
 * adds, one part in `ratio`. False when there are too many states, or no memory. */
static bool raise_floor(floor_search *search, const floor_start *starts, size_t n, int ratio, double *out) {
    uint32_t waiting[TP_KINDS];
    for (size_t i = 0; i < n; i++) waiting[i] = starts[i].waiting;
    if (!hand_course_plan(&search->course, search->outlook, search->bounds, waiting, n, starts->most / RARE, ratio,
                          search->most_states) ||
        !find_states(search, n))
        return false;
    for (size_t state = search->numbers.n; state-- > 0;) value_state(search, &search->states[state]);
    for (size_t i = 0; i < n; i++) {
        const double value = search->states[i].values[search->outlook->draws];
        const double sure = value < starts[i].most ? value : starts[i].most; /* they meet but for the last bits */
        if (sure > out[starts[i].place]) out[starts[i].place] = sure;
    }
    return true;
}

/* By the way to play with the most kinds wanted that has few enough states. */
static void raise_most(floor_search *search, const floor_start *starts, size_t n, int ratio, double *out) {
    while (ratio > 0 && !raise_floor(search, starts, n, ratio, out)) ratio /= 2;
}

/* The starts that are among the hands of the graph, the highest bound first. */
static size_t sort_starts(tp_outlook *outlook, const double *most, floor_start *starts) {
    size_t n = 0;
    for (size_t i = 0; i < outlook->n; i++) {
        play_start(outlook, i);
        const size_t waiting = hand_graph_find(outlook);
        if (waiting == NOT_THERE) continue;
        size_t at = n++;
        for (; at > 0 && starts[at - 1].most < most[i]; at--) starts[at] = starts[at - 1];
        starts[at] = (floor_start){(uint32_t)waiting, i, most[i]};
    }
    return n;
}

/* Each of those with the highest bounds by itself, and all whose bound is as high; the others some at a time, which is less
 * exact but takes hardly longer than one. */
static void search_starts(floor_search *search, const floor_start *starts, size_t n, double *out) {
    const int draws = search->outlook->draws;
    for (size_t i = 0, m; i < n; i += m) {
        const bool alone = i < ALONE || starts[i].most >= starts[ALONE - 1].most * (1 - 1e-9);
        m = alone ? 1 : n - i < TOGETHER ? n - i : TOGETHER;
        raise_most(search, starts + i, m, (alone ? RATIO_ALONE : RATIO_TOGETHER) / draws, out);
    }
}

tp_status hand_floor(tp_outlook *outlook, const hand_bounds *bounds, const double *most, double *out) {
    floor_search search = {
        .outlook = outlook, .bounds = bounds, .numbers = {.parts = 1}, .most_states = MOST_STATES + outlook->graph->waiting.n / 4};
    for (int loose = 0; loose <= MOST_COPIES; loose++) {
        search.surely[loose][0] = 1;
        for (int aside = 1; aside <= outlook->draws; aside++) search.surely[loose][aside] = (double)loose / (loose + aside);
    }
    for (size_t i = 0; i < outlook->n; i++) out[i] = 0;
    floor_start starts[TP_KINDS];
    const bool good = hand_course_open(&search.course, outlook);
    if (good) search_starts(&search, starts, sort_starts(outlook, most, starts), out);
    hand_course_close(&search.course);
    free(search.states);
    free(search.ends);
    play_map_clear(&search.numbers);
    return good ? TP_OK : TP_NO_MEMORY;
}
