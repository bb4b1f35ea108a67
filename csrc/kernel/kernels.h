/* All questions once, for the instruction set whose front end the including file has chosen. */
#include "load.h"
#include "row_waits.h"
#include "win.h"
#include "waits.h"
#include "shanten.h"
#include "wild.h"
#include "patterns.h"
#include "discard_shanten.h"
#include "discard_waits.h"

#define TP_KERNEL(set_name) \
    {set_name, win_kernel, waits_kernel, shanten_kernel, wild_win_kernel, wild_waits_kernel, patterns_kernel, \
     discard_shanten_kernel, discard_waits_kernel}
