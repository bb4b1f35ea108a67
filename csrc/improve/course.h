/* A way to play that follows the bounds: at each hand some kinds are wanted; a drawn tile of those is kept and another one
 * discarded, every other drawn tile is put aside unread. */
#ifndef TP_IMPROVE_COURSE_H
#define TP_IMPROVE_COURSE_H

#include "hands.h"

enum { UNKNOWN = -1, WIN = -2, WORTHLESS = -3 };

/* A kind that is wanted with `from` to `to` - 1 draws to come after it. */
typedef struct {
    int32_t next; /* the hand of the course that it leads to, or one of the above */
    uint8_t from, to;
    uint8_t kind;
    uint8_t least, most; /* copies of it in the wall: `most` if the hand shows all that were drawn */
    bool late;           /* with a higher number of draws to come it is not wanted */
    uint64_t spent;      /* kinds of which the next hand shows one less than were drawn */
    double win;
} course_step;

/* A hand after so many kept tiles, whichever way it was come to. */
typedef struct {
    uint32_t waiting; /* its number in the graph */
    int kept;
    int copies;        /* wanted here, at most */
    int copies_before; /* wanted at a hand before, at most */
    uint64_t always;   /* kinds that are wanted whatever the number of draws to come */
    uint64_t reach;    /* kinds that it or a hand after it wants */
    uint8_t taken[TP_KINDS]; /* tiles kept before, at most */
    hand_span steps;
    bool exact; /* what it wants it always wants, and knows how many copies are left but for those put aside */
    double chance[TP_BY_DRAWS]; /* of coming to it with so many draws to come, by the bounds; then of being there */
} course_hand;

typedef struct {
    course_hand *hands; /* by the tiles kept */
    size_t n_hands, hands_room;
    course_step *steps;
    size_t n_steps, steps_room;
    int32_t *number_of; /* of a hand in the graph, among those with one more tile kept; UNKNOWN where it is none */
} hand_course;

bool hand_course_open(hand_course *course, const tp_outlook *outlook);
void hand_course_close(hand_course *course);
/* The way to play from these hands of the graph. Wanted are the kinds that add, of what the best kind adds at the same hand,
 * one part in `ratio`; one in two where it is less than `rare`. False when there is no memory or there are more hands than
 * `most_hands`. */
bool hand_course_plan(hand_course *course, const tp_outlook *outlook, const hand_bounds *bounds, const uint32_t *starts,
                      size_t n_starts, double rare, double ratio, size_t most_hands);

#endif
