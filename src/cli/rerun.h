// Runs one schedule on the machine: to describe a bug that a search has found, and to replay a file.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "machine/machine.h"
#include "report/describe.h"

namespace heddle::cli {

struct Rerun {
  Recording recording;
  std::optional<Failure> failure;  // the one that was looked for, or the best there is at the end
  std::string divergence;          // non-empty: the schedule could not be followed to its end, and where
};

struct Expected {
  BugKind kind = BugKind::Race;
  std::optional<std::uint64_t> key;  // Failure::key, where it is known
};

// Which bytes to watch (Recorder) follows from `about`; without it no plain access is recorded.
Rerun rerun(Machine& machine, const Schedule& schedule, const Expected& expected, const Failure* about);

Bug describe_rerun(const Machine& machine, const Schedule& schedule, const Rerun& run, const Failure& failure);

}  // namespace heddle::cli
