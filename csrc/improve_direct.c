/* Direct play: at most three stages, of shanten 2, 1 and 0. In each the player waits for one of some kinds, puts every
 * other tile aside unread, and takes the first that comes.
 *
 * What was put aside unread in an earlier stage may hold tiles that are wanted now, and how many is not known: only that
 * they are a random choice among the tiles that were not wanted then. So the tiles still unseen are told apart by the
 * stages in which they are wanted, and the probability of a course of play is a sum over how many of each class have
 * gone, by the hypergeometric distribution. Stage by stage:
 *
 *   stage 2  `aside2` tiles put aside, none of them wanted in stage 2; then a wanted one is kept
 *   stage 1  `aside1` likewise; the classes are (wanted in 2?, wanted in 1?): 11, 10, 01, 00
 *   stage 0  the tiles that complete the hand, some of each class; those of 01 and 00 may be among the `aside2`,
 *            those of 10 and 00 among the `aside1`
 *
 * A hand that starts at shanten 1 has a stage 2 in which everything is wanted and nothing is put aside.
 */
#include <stdlib.h>
#include <string.h>

#include "improve_play.h"

#define MAX_WALL (4 * TP_KINDS)
#define DRAWS TP_MAX_DRAWS
enum { WANTED_BOTH, WANTED_2, WANTED_1, WANTED_NEVER, CLASSES }; /* 11, 10, 01, 00 */

typedef struct {
    tp_outlook *outlook;
    int wall, draws;
    double choose[MAX_WALL + 1][DRAWS + 1];
    /* [c][t]: the chance that, after t draws, a given one of c wanted tiles comes before the others and in time. */
    double first[MAX_WALL + 1][DRAWS + 1];
} direct_search;

/* ---- chances ---- */

static void work_out_chances(direct_search *search) {
    for (int n = 0; n <= MAX_WALL; n++)
        for (int k = 0; k <= DRAWS; k++)
            search->choose[n][k] = k == 0 ? 1 : n == 0 ? 0 : search->choose[n - 1][k - 1] + search->choose[n - 1][k];
    for (int gone = 0; gone < search->draws; gone++) {
        const int left = search->wall - gone, more = search->draws - gone;
        for (int wanted = 1; wanted <= left; wanted++)
            search->first[wanted][gone] = (1 - search->choose[left - wanted][more] / search->choose[left][more]) / wanted;
    }
}

/* Of `taken` tiles out of `all`, exactly `hits` are among `marked`. */
static double hypergeometric(const direct_search *search, int all, int marked, int taken, int hits) {
    if (hits > marked || taken - hits > all - marked || hits > taken) return 0;
    return search->choose[marked][hits] * search->choose[all - marked][taken - hits] / search->choose[all][taken];
}

static int lesser(int a, int b) { return a < b ? a : b; }

/* ---- stages 1 and 0 ---- */

/* For each (aside2, aside1): the chance that the course of play leads to a ready hand by one given tile and that then
 * one given completing tile of each class comes first and in time. */
typedef double course_table[DRAWS][DRAWS][CLASSES];

typedef struct {
    bool by_01;            /* the tile kept in stage 1 is of class 01 */
    int waits[CLASSES];    /* completing tiles of each class, kept ones left out */
    course_table *courses;
} ready_kind;

typedef struct {
    direct_search *search;
    uint64_t wanted2, wanted1;
    int kept;              /* tiles kept before stage 1: 0 or 1 */
    int most_aside2;
    int size[CLASSES];     /* unseen tiles of each class */
    ready_kind *kinds;     /* those met so far */
    size_t n_kinds, room;
} first_stage;

/* After `aside2` tiles of which `j` were of class 01: how many completing tiles of 10 and 00 are left. By how many,
 * its probability, and that times the share left of those of class 10, and of class 00. */
typedef struct {
    double even[MAX_WALL + 1], of_10[MAX_WALL + 1], of_00[MAX_WALL + 1];
} left_distribution;

static void work_out_left(const first_stage *stage, const int *waits, int from_00, int aside1, left_distribution *left) {
    const direct_search *search = stage->search;
    const int c10 = waits[WANTED_2], c00 = waits[WANTED_NEVER];
    const int pool = stage->size[WANTED_2] + stage->size[WANTED_NEVER] - from_00;
    for (int there = 0; there <= c10 + c00; there++) left->even[there] = left->of_10[there] = left->of_00[there] = 0;
    for (int early = 0; early <= lesser(c00, from_00); early++) {
        const double p = hypergeometric(search, stage->size[WANTED_NEVER], c00, from_00, early);
        const int there = c10 + c00 - early;
        for (int late = 0; p > 0 && late <= lesser(there, aside1); late++) {
            const double both = p * hypergeometric(search, pool, there, aside1, late);
            const double share = there ? (double)(there - late) / there : 0;
            left->even[there - late] += both;
            left->of_10[there - late] += both * share;
            if (c00) left->of_00[there - late] += both * share * (c00 - early) / c00;
        }
    }
}

static void add_course(const first_stage *stage, const ready_kind *kind, int from_01, int from_00, int aside1,
                       const left_distribution *left, double chance, double *course) {
    const direct_search *search = stage->search;
    const int c01 = kind->waits[WANTED_1], most = kind->waits[WANTED_2] + kind->waits[WANTED_NEVER];
    const int pool = stage->size[WANTED_1] - kind->by_01;
    const int gone = from_01 + from_00 + stage->kept + aside1 + 1;
    for (int early = 0; early <= lesser(c01, from_01); early++) {
        const double p = chance * hypergeometric(search, pool, c01, from_01, early);
        if (p == 0) continue;
        const int here = kind->waits[WANTED_BOTH] + c01 - early;
        double even = 0, of_10 = 0, of_00 = 0;
        for (int there = 0; there <= most; there++) {
            const double first = search->first[here + there][gone];
            even += left->even[there] * first;
            of_10 += left->of_10[there] * first;
            of_00 += left->of_00[there] * first;
        }
        course[WANTED_BOTH] += p * even;
        course[WANTED_2] += p * of_10;
        course[WANTED_NEVER] += p * of_00;
        if (c01) course[WANTED_1] += p * even * (c01 - early) / c01;
    }
}

static void work_out_courses(const first_stage *stage, ready_kind *kind) {
    const direct_search *search = stage->search;
    const int n01 = stage->size[WANTED_1], n00 = stage->size[WANTED_NEVER], n10 = stage->size[WANTED_2];
    memset(kind->courses, 0, sizeof *kind->courses);
    for (int from_00 = 0; from_00 <= lesser(n00, stage->most_aside2); from_00++)
        for (int aside1 = 0; aside1 <= search->draws - stage->kept - 2 - from_00; aside1++) {
            left_distribution left;
            const int pool = n10 + n00 - from_00;
            if (aside1 > pool) break;
            work_out_left(stage, kind->waits, from_00, aside1, &left);
            for (int from_01 = 0; from_01 <= lesser(n01, stage->most_aside2 - from_00); from_01++) {
                const int aside2 = from_00 + from_01, wall = search->wall - aside2 - stage->kept;
                if (aside2 + stage->kept + aside1 + 1 >= search->draws) break;
                double chance = hypergeometric(search, n01 + n00, n01, aside2, from_01);
                chance *= search->choose[pool][aside1] / search->choose[wall][aside1] / (wall - aside1);
                if (kind->by_01) chance *= (double)(n01 - from_01) / n01;
                if (chance > 0)
                    add_course(stage, kind, from_01, from_00, aside1, &left, chance, (*kind->courses)[aside2][aside1]);
            }
        }
}

/* The courses of play to a ready hand; worked out once for all that are alike. NULL when there is no memory. */
static const course_table *courses_to(first_stage *stage, bool by_01, const int *waits) {
    for (size_t i = 0; i < stage->n_kinds; i++)
        if (stage->kinds[i].by_01 == by_01 && !memcmp(stage->kinds[i].waits, waits, sizeof stage->kinds[i].waits))
            return stage->kinds[i].courses;
    if (stage->n_kinds == stage->room) {
        const size_t room = stage->room ? 2 * stage->room : 16;
        ready_kind *larger = realloc(stage->kinds, room * sizeof *larger);
        if (!larger) return NULL;
        stage->kinds = larger;
        stage->room = room;
    }
    ready_kind *kind = &stage->kinds[stage->n_kinds];
    kind->by_01 = by_01;
    memcpy(kind->waits, waits, sizeof kind->waits);
    kind->courses = malloc(sizeof *kind->courses);
    if (!kind->courses) return NULL;
    stage->n_kinds++;
    work_out_courses(stage, kind);
    return kind->courses;
}

static int class_of(const first_stage *stage, int kind) {
    const bool in_2 = stage->wanted2 >> kind & 1, in_1 = stage->wanted1 >> kind & 1;
    return in_2 ? in_1 ? WANTED_BOTH : WANTED_2 : in_1 ? WANTED_1 : WANTED_NEVER;
}

/* The kinds that lower the hand's shanten and can be drawn. */
static uint64_t wanted_kinds(tp_outlook *outlook, int shanten) {
    uint64_t wanted = 0;
    for (int kind = 0; kind < TP_KINDS; kind++) {
        if (!outlook->wall[kind]) continue;
        play_take(outlook, kind);
        if (play_shanten(outlook) < shanten) wanted |= (uint64_t)1 << kind;
        play_drop(outlook, kind);
    }
    return wanted;
}

/* The completing tiles that a ready hand can draw and win with, and what they are worth, by class. */
static void take_waits(first_stage *stage, int waits[CLASSES], double worth[CLASSES]) {
    tp_outlook *outlook = stage->search->outlook;
    memset(waits, 0, CLASSES * sizeof *waits);
    memset(worth, 0, CLASSES * sizeof *worth);
    const uint64_t wanted = wanted_kinds(outlook, 0);
    for (int kind = 0; kind < TP_KINDS; kind++) {
        if (!(wanted >> kind & 1)) continue;
        play_take(outlook, kind);
        const double value = play_win_value(outlook);
        play_drop(outlook, kind);
        if (value < 0) continue;
        const int class = class_of(stage, kind);
        waits[class] += outlook->wall[kind];
        worth[class] += outlook->wall[kind] * value;
    }
}

/* The hand has drawn the tile that stage 1 waited for. Adds to `value` (by aside2), for the `copies` of that tile, the
 * worth of the best discards. */
static tp_status keep_in_stage_1(first_stage *stage, bool by_01, int copies, double *value) {
    direct_search *search = stage->search;
    tp_outlook *outlook = search->outlook;
    double best[DRAWS][DRAWS] = {{0}};
    for (int discard = 0; discard < TP_KINDS; discard++) {
        if (!outlook->hand[discard]) continue;
        play_drop(outlook, discard);
        if (play_shanten(outlook) == 0) {
            int waits[CLASSES];
            double worth[CLASSES];
            take_waits(stage, waits, worth);
            const course_table *courses = outlook->collecting ? NULL : courses_to(stage, by_01, waits);
            if (!courses && !outlook->collecting) outlook->out_of_memory = true;
            for (int aside2 = 0; courses && aside2 <= stage->most_aside2; aside2++)
                for (int aside1 = 0; aside1 <= search->draws - stage->kept - 2 - aside2; aside1++) {
                    const double *course = (*courses)[aside2][aside1];
                    double sum = 0;
                    for (int class = 0; class < CLASSES; class++) sum += worth[class] * course[class];
                    if (sum > best[aside2][aside1]) best[aside2][aside1] = sum;
                }
        }
        play_take(outlook, discard);
    }
    for (int aside2 = 0; aside2 <= stage->most_aside2; aside2++)
        for (int aside1 = 0; aside1 < DRAWS; aside1++) value[aside2] += copies * best[aside2][aside1];
    return outlook->out_of_memory ? TP_NO_MEMORY : TP_OK;
}

/* The value of a hand of shanten 1 that has kept `kept` tiles, by how many were put aside before. */
static tp_status value_stage_1(direct_search *search, uint64_t wanted2, int kept, double value[DRAWS]) {
    tp_outlook *outlook = search->outlook;
    first_stage stage = {.search = search, .wanted2 = wanted2, .kept = kept};
    stage.most_aside2 = kept ? search->draws - kept - 2 : 0;
    stage.wanted1 = wanted_kinds(outlook, 1);
    for (int kind = 0; kind < TP_KINDS; kind++) stage.size[class_of(&stage, kind)] += outlook->wall[kind];
    memset(value, 0, DRAWS * sizeof *value);
    tp_status status = TP_OK;
    for (int kind = 0; kind < TP_KINDS && status == TP_OK && stage.most_aside2 >= 0; kind++) {
        if (!(stage.wanted1 >> kind & 1)) continue;
        const int copies = outlook->wall[kind];
        play_draw(outlook, kind);
        status = keep_in_stage_1(&stage, class_of(&stage, kind) == WANTED_1, copies, value);
        play_undraw(outlook, kind);
    }
    for (size_t i = 0; i < stage.n_kinds; i++) free(stage.kinds[i].courses);
    free(stage.kinds);
    return status;
}

/* ---- stage 2 ---- */

/* The chance that `aside` tiles not wanted come first and then one given tile of the `wanted`. */
static double chance_of_keeping(const direct_search *search, int wanted, int aside) {
    if (aside > search->wall - wanted) return 0;
    return search->choose[search->wall - wanted][aside] / search->choose[search->wall][aside] / (search->wall - aside);
}

static tp_status value_stage_2(direct_search *search, double *out) {
    tp_outlook *outlook = search->outlook;
    const uint64_t wanted = wanted_kinds(outlook, 2);
    int wanted_tiles = 0;
    for (int kind = 0; kind < TP_KINDS; kind++)
        if (wanted >> kind & 1) wanted_tiles += outlook->wall[kind];
    *out = 0;
    for (int kind = 0; kind < TP_KINDS; kind++) {
        if (!(wanted >> kind & 1)) continue;
        const int copies = outlook->wall[kind];
        double best[DRAWS] = {0};
        tp_status status = TP_OK;
        play_draw(outlook, kind);
        for (int discard = 0; discard < TP_KINDS && status == TP_OK; discard++) {
            if (!outlook->hand[discard]) continue;
            play_drop(outlook, discard);
            if (play_shanten(outlook) == 1) {
                double value[DRAWS];
                status = value_stage_1(search, wanted, 1, value);
                for (int aside = 0; aside < DRAWS; aside++)
                    if (value[aside] > best[aside]) best[aside] = value[aside];
            }
            play_take(outlook, discard);
        }
        play_undraw(outlook, kind);
        if (status != TP_OK) return status;
        for (int aside = 0; aside < search->draws; aside++)
            *out += copies * chance_of_keeping(search, wanted_tiles, aside) * best[aside];
    }
    return TP_OK;
}

static tp_status value_start(direct_search *search, double *out) {
    tp_outlook *outlook = search->outlook;
    const int shanten = play_shanten(outlook);
    if (shanten == 2) return value_stage_2(search, out);
    const uint64_t everything = ~(uint64_t)0;
    if (shanten == 1) {
        double value[DRAWS];
        const tp_status status = value_stage_1(search, everything, 0, value);
        *out = value[0];
        return status;
    }
    first_stage stage = {.search = search, .wanted2 = everything, .wanted1 = everything};
    int waits[CLASSES];
    double worth[CLASSES];
    take_waits(&stage, waits, worth);
    *out = worth[WANTED_BOTH] * search->first[waits[WANTED_BOTH]][0];
    return outlook->out_of_memory ? TP_NO_MEMORY : TP_OK;
}

tp_status direct_play(tp_outlook *outlook, double *out) {
    direct_search *search = calloc(1, sizeof *search);
    if (!search) return TP_NO_MEMORY;
    search->outlook = outlook;
    search->wall = outlook->wall_tiles;
    search->draws = outlook->draws;
    work_out_chances(search);
    tp_status status = TP_OK;
    for (size_t i = 0; i < outlook->n && status == TP_OK; i++) {
        play_start(outlook, i);
        status = value_start(search, &out[i]);
    }
    free(search);
    return status;
}
