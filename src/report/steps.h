// Every step of a recorded execution as a row that a person can read: for `heddle replay --step`, and to name the first
// difference between two runs of one schedule.
#pragma once
#include <string>
#include <vector>

#include "report/describe.h"

namespace heddle {

// Every operation on a synchronisation object, and the accesses to bytes that several threads use, one of them writing.
// The recorder must have watched everything.
std::vector<InterleavingRow> rows_of_steps(const Describer& d);

// Where two recordings of one schedule part, in a sentence; empty: they do not.
std::string first_difference(const Describer& first, const Describer& second);

}  // namespace heddle
