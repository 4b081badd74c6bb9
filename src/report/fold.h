// From the steps of an interleaving to the rows of a table.
#pragma once
#include <vector>

#include "model/bug.h"

namespace heddle {

// The relevant steps, long loops folded, with notes for what is left out (rows without a place); or every step
// of the user's code.
std::vector<InterleavingRow> rows_to_show(const Bug& bug, bool everything);

}  // namespace heddle
