/* What must hold of the core's answers, whatever the rows are. */
#ifndef TP_FUZZ_CHECK_H
#define TP_FUZZ_CHECK_H

#include "tingpai.h"

/* Asks every question of the rows with every kernel, into arrays that end where the rows end. Aborts, saying why, where
 * kernels differ, a bad row is not marked or a good one is, or two questions contradict each other. */
void check_hands(const tp_hands *hands);

#endif
