/* The hands that can be completed with a limited number of drawn tiles in them, and how draws and discards lead from one
 * to another; what no way to play among them exceeds, and what one of them reaches. */
#ifndef TP_IMPROVE_HANDS_H
#define TP_IMPROVE_HANDS_H

#include "play.h"

/* Between a waiting hand and a full one: by a draw to the one, by the discard of the same tile back. */
typedef struct {
    uint32_t hand; /* the other one */
    uint8_t kind;
    uint8_t copies; /* in the wall at most, by what the waiting hand holds */
} hand_step;

typedef struct {
    uint32_t first, n;
} hand_span;

#define NO_WIN ((uint32_t)-1)

/* Hands of 3k+1 tiles are waiting, of 3k+2 full; both are numbered. */
struct hand_graph {
    play_map waiting;
    uint64_t *met; /* of a waiting hand, the kinds whose draws are known */
    hand_span *draws_of; /* a waiting hand */
    hand_span *discards_of; /* a full hand */
    uint32_t *wins; /* of a full hand, its number among the wins, or NO_WIN */
    hand_step *draws, *discards;
    size_t n_full, n_steps;
    size_t met_room, discards_of_room, wins_room, discards_room;
    uint8_t held[TP_KINDS]; /* the tiles from which all begins */
    int most_drawn; /* tiles in a hand beside those, and still missing to a win */
};

hand_graph *hand_graph_open(void);
void hand_graph_close(hand_graph *graph);
/* All that can come up from the starts. */
tp_outlook_status hand_graph_fill(tp_outlook *outlook, hand_graph *graph, int changes);
/* The number of the waiting hand in play, or NOT_THERE. */
size_t hand_graph_find(const tp_outlook *outlook);

/* What no way to play exceeds, by the draws to come: of the starts, and, less exactly, of every hand, to choose by. What a
 * full hand comes to is kept for some numbers of draws only: each speaks for TP_LOOK of them. */
#define TP_BY_DRAWS (TP_MAX_DRAWS + 2) /* a number that vectors divide */
#define TP_LOOKS 3
#define TP_LOOK (TP_MAX_DRAWS / TP_LOOKS)
typedef struct {
    float (*of_hand)[TP_BY_DRAWS];
    float (*of_full)[TP_LOOKS];
} hand_bounds;

/* `most` are those of the starts. */
bool hand_bounds_open(tp_outlook *outlook, hand_bounds *bounds, double *most);
void hand_bounds_close(hand_bounds *bounds);

/* What a way to play that follows the bounds is sure to reach from each start. */
tp_status hand_floor(tp_outlook *outlook, const hand_bounds *bounds, const double *most, double *out);

#endif
