/* Best play: the optimum over every choice after every draw, by the hand and the wall that is left. A hand that cannot be
 * completed in time is worth nothing and is not looked at. */
#include <stdlib.h>

#include "play.h"

typedef struct {
    tp_outlook *outlook;
    play_map known;
    double *values; /* of the known */
    size_t room;
} best_search;

static double before_draw(best_search *search, int left);

/* How often a draw can bring the hand two nearer: a wildcard that is the fifth copy of a kind, once its four are held. */
static int leaps(const tp_outlook *outlook, int draws) {
    if (outlook->wildcard < 0) return 0;
    int lacking[4] = {0}, n = 0; /* kinds by how many of the four are not held */
    for (int kind = 0; kind < TP_KINDS; kind++) {
        const int held = outlook->hand[kind] + outlook->melds[kind];
        if (held && kind != outlook->wildcard) lacking[4 - held]++;
    }
    for (int more = 0; more < 4; more++)
        for (; lacking[more] && draws > more && n < outlook->wall[outlook->wildcard]; lacking[more]--) {
            draws -= more + 1;
            n++;
        }
    return n;
}

/* Whether a hand of this shanten can be completed with so many draws. */
static bool in_time(const tp_outlook *outlook, int shanten, int draws) { return shanten - leaps(outlook, draws) < draws; }

/* Of the complete hand; while wins are collected, all that matters is that it is one. */
static double win_value(tp_outlook *outlook) {
    if (outlook->collecting) return play_add_win(outlook) == NOT_THERE ? -1 : 0;
    if (!outlook->values) return 1;
    return play_win_value(outlook, play_map_find(&outlook->wins, &outlook->packed_hand));
}

/* The value of a hand that has drawn, with `left` draws counted from this one. */
static double after_draw(best_search *search, int left) {
    tp_outlook *outlook = search->outlook;
    const int shanten = play_shanten(outlook);
    double best = 0;
    if (shanten < 0) {
        const double win = win_value(outlook);
        if (win > best) best = win;
    }
    if (!in_time(outlook, shanten, left - 1) || (best >= outlook->most && !outlook->collecting)) return best;
    for (int kind = 0; kind < TP_KINDS; kind++) {
        if (!outlook->hand[kind]) continue;
        play_drop(outlook, kind);
        if (in_time(outlook, play_shanten(outlook), left - 1)) {
            const double value = before_draw(search, left - 1);
            if (value > best) best = value;
        }
        play_take(outlook, kind);
    }
    return best;
}

static void remember(best_search *search, const packed_counts *key, double value) {
    const size_t number = play_map_add(&search->known, key);
    if (number == NOT_THERE || !make_room((void **)&search->values, &search->room, number + 1, sizeof *search->values))
        search->outlook->out_of_memory = true;
    else
        search->values[number] = value;
}

/* The value of a hand with `left` draws to come. */
static double before_draw(best_search *search, int left) {
    tp_outlook *outlook = search->outlook;
    const packed_counts key[] = {outlook->packed_hand, outlook->packed_wall};
    const size_t number = play_map_find(&search->known, key);
    if (number != NOT_THERE) return search->values[number];
    double sum = 0;
    for (int kind = 0; kind < TP_KINDS && !outlook->out_of_memory; kind++) {
        const int copies = outlook->wall[kind];
        if (!copies) continue;
        play_draw(outlook, kind);
        sum += copies * after_draw(search, left);
        play_undraw(outlook, kind);
    }
    const double value = sum / outlook->wall_tiles;
    remember(search, key, value);
    return value;
}

tp_status best_play(tp_outlook *outlook, double *out) {
    best_search search = {.outlook = outlook, .known = {.parts = 2}};
    for (size_t i = 0; i < outlook->n; i++) {
        play_start(outlook, i);
        out[i] = in_time(outlook, play_shanten(outlook), outlook->draws) ? before_draw(&search, outlook->draws) : 0;
    }
    play_map_clear(&search.known);
    free(search.values);
    return outlook->out_of_memory ? TP_NO_MEMORY : TP_OK;
}
