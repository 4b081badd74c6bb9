// Runs one schedule on the machine: to describe a bug that a search has found, and to replay a file.
#pragma once
#include <string>
#include <vector>

#include "machine/machine.h"
#include "report/describe.h"

namespace heddle::cli {

struct Rerun {
  Recording recording;
  std::vector<Failure> failures;  // of the last step that could be made
  std::string divergence;         // non-empty: the schedule could not be followed to its end, and where
};

// Which bytes to watch (Recorder) follows from `about`; without it no plain access is recorded.
Rerun rerun(Machine& machine, const Schedule& schedule, const Failure* about);

// The failure that is the same as `about`, or at least of its kind; nullptr: none.
const Failure* same_failure(const Rerun& run, const Failure& about);

Bug describe_rerun(const Machine& machine, const Schedule& schedule, const Rerun& run, const Failure& failure);

}  // namespace heddle::cli
