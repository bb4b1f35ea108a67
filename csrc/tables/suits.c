#include "suits.h"

const suit_form tp_numbered = {SUIT_KINDS, 7};
const suit_form tp_honoured = {HONOUR_KINDS, 0};

static void add_tiles(complete_walk *walk, int kind, int number) {
    walk->counts[kind] = (uint8_t)(walk->counts[kind] + number);
    walk->key += (uint32_t)number * power5[kind];
}

static void take_tiles(complete_walk *walk, int kind, int number) {
    walk->counts[kind] = (uint8_t)(walk->counts[kind] - number);
    walk->key -= (uint32_t)number * power5[kind];
}

static void visit_with_pairs(complete_walk *walk) {
    walk->pair = -1;
    walk->visit(walk);
    for (int kind = 0; kind < walk->form->kinds; kind++) {
        if (walk->counts[kind] > 2) continue;
        add_tiles(walk, kind, 2);
        walk->pair = kind;
        walk->visit(walk);
        take_tiles(walk, kind, 2);
    }
}

/* Melds are numbered pungs first, then chows; each next meld is not before the last, so a multiset comes once. */
static void walk_melds(complete_walk *walk, int first, int melds) {
    visit_with_pairs(walk);
    if (melds == MOST_MELDS) return;
    const int kinds = walk->form->kinds;
    for (int meld = first; meld < kinds + walk->form->chows; meld++) {
        if (meld < kinds) {
            if (walk->counts[meld] > 1) continue;
            add_tiles(walk, meld, 3);
            walk_melds(walk, meld, melds + 1);
            take_tiles(walk, meld, 3);
        } else {
            const int low = meld - kinds;
            if (walk->counts[low] > 3 || walk->counts[low + 1] > 3 || walk->counts[low + 2] > 3) continue;
            const bool had_chow = walk->has_chow;
            walk->has_chow = true;
            for (int i = 0; i < 3; i++) add_tiles(walk, low + i, 1);
            walk_melds(walk, meld, melds + 1);
            for (int i = 0; i < 3; i++) take_tiles(walk, low + i, 1);
            walk->has_chow = had_chow;
        }
    }
}

void tp_for_each_complete(const suit_form *form, void (*visit)(complete_walk *), void *table) {
    complete_walk walk = {.form = form, .visit = visit, .table = table};
    walk_melds(&walk, 0, 0);
}

static void walk_vectors(int kind, suit_vector *vector, uint8_t *counts, vector_visitor *visit, void *context) {
    if (kind < 0) {
        visit(vector, context);
        return;
    }
    const suit_vector before = *vector;
    for (uint8_t count = 0; count <= 4 && before.total + count <= MOST_TILES; count++) {
        counts[kind] = count;
        vector->key = before.key + count * power5[kind];
        vector->total = before.total + count;
        walk_vectors(kind - 1, vector, counts, visit, context);
    }
    *vector = before;
}

void tp_for_each_vector(const suit_form *form, vector_visitor *visit, void *context) {
    uint8_t counts[SUIT_KINDS] = {0};
    suit_vector vector = {.counts = counts};
    walk_vectors(form->kinds - 1, &vector, counts, visit, context);
}
