#include "course.h"

#include <stdlib.h>
#include <string.h>

bool hand_course_open(hand_course *course, const tp_outlook *outlook) {
    const size_t n = outlook->graph->waiting.n;
    *course = (hand_course){.number_of = malloc((n + 1) * sizeof *course->number_of)};
    for (size_t number = 0; course->number_of && number < n; number++) course->number_of[number] = UNKNOWN;
    return course->number_of != NULL;
}

void hand_course_close(hand_course *course) {
    free(course->hands);
    free(course->steps);
    free(course->number_of);
}

/* A draw at a hand. */
typedef struct {
    const hand_step *step;
    double more[TP_LOOKS]; /* how much more than without it the hand is worth when the tile is kept */
    double worth;
    int least, most; /* copies */
} course_draw;

static double win_of(const tp_outlook *outlook, uint32_t full) {
    const uint32_t win = outlook->graph->wins[full];
    const double value = win == NO_WIN ? 0 : play_win_value(outlook, win);
    return value > 0 ? value : 0;
}

/* The hand of the graph that the draw leads to, by the draws to come after it, or WIN or WORTHLESS; and how much more that
 * is worth than without the draw. */
static void choose(const tp_outlook *outlook, const hand_bounds *bounds, uint32_t waiting, uint32_t full, int32_t *next,
                   float *more) {
    const hand_graph *graph = outlook->graph;
    const hand_span span = graph->discards_of[full];
    const float win = (float)win_of(outlook, full);
    float best[TP_BY_DRAWS];
    for (int left = 0; left < TP_BY_DRAWS; left++) {
        best[left] = win;
        next[left] = win > 0 ? WIN : WORTHLESS;
    }
    const uint32_t end = win < (float)outlook->most ? span.first + span.n : span.first; /* the highest win is taken at once */
    for (uint32_t i = span.first; i < end; i++) {
        const uint32_t hand = graph->discards[i].hand;
        const float *bound = bounds->of_hand[hand];
        if (hand == waiting) continue;
        for (int left = 0; left < TP_BY_DRAWS; left++) next[left] = bound[left] > best[left] ? (int32_t)hand : next[left];
        for (int left = 0; left < TP_BY_DRAWS; left++) best[left] = bound[left] > best[left] ? bound[left] : best[left];
    }
    for (int left = 0; left < TP_BY_DRAWS; left++) more[left] = best[left] - bounds->of_hand[waiting][left];
}

/* The kinds of which the next hand no longer shows that a tile was drawn: one of those was discarded, or stands where one was
 * at the beginning. */
static uint64_t spent_kinds(const hand_graph *graph, const hand_step *draw, uint32_t next) {
    const packed_counts hand = graph->waiting.keys[next];
    const hand_step *discard = graph->discards + graph->discards_of[draw->hand].first;
    while (discard->hand != next) discard++;
    uint64_t spent = 0;
    if (packed_count(hand, draw->kind) <= graph->held[draw->kind]) spent |= (uint64_t)1 << draw->kind;
    if (packed_count(hand, discard->kind) >= graph->held[discard->kind]) spent |= (uint64_t)1 << discard->kind;
    return spent;
}

/* The number of the hand in the course, as it is come to from another; UNKNOWN when there is no memory. */
static int32_t meet(hand_course *course, uint32_t waiting, int kept) {
    int32_t *number = &course->number_of[waiting];
    if (*number == UNKNOWN) {
        if (!make_room((void **)&course->hands, &course->hands_room, course->n_hands + 1, sizeof *course->hands))
            return UNKNOWN;
        *number = (int32_t)course->n_hands++;
        course_hand *hand = &course->hands[*number];
        memset(hand, 0, sizeof *hand);
        hand->waiting = waiting;
        hand->kept = kept;
    }
    return *number;
}

/* The next hand may have been come to in this way too. */
static void join(course_hand *next, const course_hand *hand, int kind) {
    if (hand->copies > next->copies_before) next->copies_before = hand->copies;
    if (hand->copies_before > next->copies_before) next->copies_before = hand->copies_before;
    for (int other = 0; other < TP_KINDS; other++)
        if (hand->taken[other] > next->taken[other]) next->taken[other] = hand->taken[other];
    const uint8_t taken = (uint8_t)(hand->taken[kind] + 1);
    if (taken > next->taken[kind]) next->taken[kind] = taken;
}

/* Adds the draw to what the hand wants, but where it harms. */
static bool want(hand_course *course, const tp_outlook *outlook, const hand_bounds *bounds, size_t number,
                 const course_draw *draw, int top) {
    const int wall_after = outlook->wall_tiles - outlook->draws;
    const uint8_t kind = draw->step->kind;
    const double win = win_of(outlook, draw->step->hand);
    int32_t choice[TP_BY_DRAWS];
    float more[TP_BY_DRAWS];
    choose(outlook, bounds, course->hands[number].waiting, draw->step->hand, choice, more);
    if (!make_room((void **)&course->steps, &course->steps_room, course->n_steps + TP_MAX_DRAWS, sizeof *course->steps))
        return false;
    bool late = false;
    for (int to = top; to > 0;) {
        const int32_t waiting = choice[to - 1];
        int from = to - 1;
        if (more[from] < 0) {
            late = true;
            to = from;
            continue;
        }
        while (from > 0 && choice[from - 1] == waiting && more[from - 1] >= 0) from--;
        int32_t next = waiting;
        uint64_t spent = 0;
        if (waiting >= 0) {
            spent = spent_kinds(outlook->graph, draw->step, (uint32_t)waiting);
            next = meet(course, (uint32_t)waiting, course->hands[number].kept + 1);
            if (next == UNKNOWN) return false;
            join(&course->hands[next], &course->hands[number], kind);
            for (int left = from; left < to; left++)
                course->hands[next].chance[left] +=
                    course->hands[number].chance[left + 1] * draw->most / (wall_after + left + 1);
        }
        course->steps[course->n_steps++] = (course_step){.next = next, .from = (uint8_t)from, .to = (uint8_t)to,
                                                         .kind = kind, .least = (uint8_t)draw->least,
                                                         .most = (uint8_t)draw->most, .late = late, .spent = spent,
                                                         .win = win};
        to = from;
    }
    course_hand *hand = &course->hands[number];
    hand->reach |= (uint64_t)1 << kind;
    if (!late) hand->always |= (uint64_t)1 << kind;
    hand->exact = hand->exact && !late && draw->most - draw->least <= 1;
    return true;
}

/* What is wanted at the hand. */
static bool decide(hand_course *course, const tp_outlook *outlook, const hand_bounds *bounds, size_t number, double rare,
                   double ratio) {
    const hand_graph *graph = outlook->graph;
    course_hand *hand = &course->hands[number];
    const hand_span span = graph->draws_of[hand->waiting];
    const int top = outlook->draws - hand->kept, wall_after = outlook->wall_tiles - outlook->draws;
    const int looks = (outlook->draws + TP_LOOK - 1) / TP_LOOK;
    course_draw draws[TP_KINDS];
    double leave[TP_LOOKS] = {0}; /* copies that help */
    size_t n = 0;
    for (uint32_t i = span.first; i < span.first + span.n; i++) {
        course_draw *draw = &draws[n];
        draw->step = &graph->draws[i];
        draw->most = graph->draws[i].copies;
        draw->least = outlook->wall[draw->step->kind] - hand->taken[draw->step->kind];
        if (draw->least < 0) draw->least = 0;
        for (int look = 0; look < looks; look++) {
            const int middle = look * TP_LOOK + TP_LOOK / 2;
            const double stay = bounds->of_hand[hand->waiting][middle < outlook->draws ? middle : outlook->draws - 1];
            const double more = (double)bounds->of_full[draw->step->hand][look] - stay;
            draw->more[look] = more > 1e-6 * stay ? more : 0;
            leave[look] += draw->more[look] > 0 ? draw->most : 0;
        }
        n++;
    }
    double weight[TP_LOOKS] = {0};
    for (int left = top - 1; left >= 0; left--) {
        const double share = 1.0 / (wall_after + left + 1), stay = 1 - leave[left / TP_LOOK] * share;
        weight[left / TP_LOOK] += hand->chance[left + 1] * share;
        if (stay > 0) hand->chance[left] += hand->chance[left + 1] * stay;
    }
    double best = 0;
    for (size_t i = 0; i < n; i++) {
        draws[i].worth = 0;
        for (int look = 0; look < looks; look++) draws[i].worth += draws[i].more[look] * weight[look] * draws[i].most;
        if (draws[i].worth > best) best = draws[i].worth;
    }
    hand->exact = true;
    size_t wanted = 0;
    for (size_t i = 0; i < n; i++) {
        const double worth = draws[i].worth;
        if (worth <= 0 || worth * ratio < best || (worth < rare && worth * 2 < best)) continue;
        draws[wanted++] = draws[i];
        hand->copies += draws[i].most;
    }
    hand->steps.first = (uint32_t)course->n_steps;
    for (size_t i = 0; i < wanted; i++)
        if (!want(course, outlook, bounds, number, &draws[i], top)) return false;
    hand = &course->hands[number]; /* they may have moved */
    hand->steps.n = (uint32_t)course->n_steps - hand->steps.first;
    return true;
}

bool hand_course_plan(hand_course *course, const tp_outlook *outlook, const hand_bounds *bounds, const uint32_t *starts,
                      size_t n_starts, double rare, double ratio, size_t most_hands) {
    course->n_hands = course->n_steps = 0;
    for (size_t i = 0; i < n_starts; i++) {
        if (meet(course, starts[i], 0) == UNKNOWN) return false;
        course->hands[i].chance[outlook->draws] = 1;
    }
    bool good = true;
    for (size_t number = 0, end = 0; good && number < course->n_hands; number++) {
        /* The hands with one more tile kept are other ones. */
        if (number == end)
            for (; end < course->n_hands; end++) course->number_of[course->hands[end].waiting] = UNKNOWN;
        good = course->n_hands <= most_hands && decide(course, outlook, bounds, number, rare, ratio);
    }
    for (size_t number = 0; number < course->n_hands; number++)
        course->number_of[course->hands[number].waiting] = UNKNOWN;
    for (size_t number = course->n_hands; good && number-- > 0;) {
        course_hand *hand = &course->hands[number];
        for (uint32_t step = hand->steps.first; step < hand->steps.first + hand->steps.n; step++)
            if (course->steps[step].next >= 0) hand->reach |= course->hands[course->steps[step].next].reach;
    }
    return good;
}
