/* Every suit and every complete suit, walked one by one. */
#ifndef TP_SUITS_H
#define TP_SUITS_H

#include <stdbool.h>
#include <stdint.h>

#include "tables.h"

#define HONOUR_KINDS 7
#define MOST_TILES 14
#define MOST_MELDS 4

static const uint32_t power5[SUIT_KINDS] = {1, 5, 25, 125, 625, 3125, 15625, 78125, 390625};

typedef struct {
    int kinds;
    int chows; /* how many kinds begin a chow */
} suit_form;

extern const suit_form tp_numbered, tp_honoured;

/* A complete suit as it is put together. One with several readings comes once for each. */
typedef struct complete_walk {
    const suit_form *form;
    uint8_t counts[SUIT_KINDS];
    uint32_t key;
    bool has_chow;
    int pair; /* kind, or -1 */
    void (*visit)(struct complete_walk *walk);
    void *table;
} complete_walk;

/* Every multiset of up to four melds, without and with a pair. */
void tp_for_each_complete(const suit_form *form, void (*visit)(complete_walk *), void *table);

typedef struct {
    uint32_t key;
    unsigned total;
    const uint8_t *counts;
} suit_vector;

typedef void vector_visitor(const suit_vector *vector, void *context);

/* Every vector of at most 14 tiles, at most four of a kind. */
void tp_for_each_vector(const suit_form *form, vector_visitor *visit, void *context);

#endif
