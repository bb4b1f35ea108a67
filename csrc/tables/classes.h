/* Classes, met and merged while tables are built. */
#ifndef TP_CLASSES_H
#define TP_CLASSES_H

#include <stdbool.h>

#include "tables.h"

/* The number of this function among the classes, to which it is added when it is new; -1 when there are too many. */
int tp_class_of(class_list *classes, const uint8_t missing[SHARES]);

/* Merges all classes of two lists: what two parts miss together, shared out between them where it costs least. Puts the
 * class of each two into `numbers`, left * stride + right. False when there are too many. */
bool tp_merge_classes(const class_list *left, const class_list *right, class_list *merged, uint8_t *numbers, int stride);

#endif
