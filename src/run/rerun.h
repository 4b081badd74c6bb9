// Runs one schedule on the machine: to describe a bug that a search has found, to replay a file, to run it twice.
#pragma once
#include <string>
#include <vector>

#include "machine/machine.h"
#include "report/describe.h"

namespace heddle::run {

struct RerunRequest {
  const Failure* about = nullptr;        // which bytes to watch (Recorder) follows from it; without: no plain access.
                                         // Run once more if the schedule shows it in a way that has others
  bool watch_all = false;                // every plain access
  bool places = false;                   // fill in Rerun::steps
  const StepPlaces* expected = nullptr;  // fill in Rerun::difference
};

struct Rerun {
  Recording recording;
  std::vector<Failure> failures;  // of the last step that could be made
  std::string divergence;         // non-empty: the schedule could not be followed to its end, and where
  StepPlaces steps;
  std::string difference;  // the first step that did something else than expected
};

// Can this step be made?
bool can_follow(const Machine& machine, const ScheduleStep& step);

struct NamedOperation {
  std::string phrase;  // "lock m"
  SourcePosition position;
};
// Only while the machine records.
NamedOperation named_operation(const Machine& machine, const Recording& recording, const Pending& pending);

Rerun rerun(Machine& machine, const Schedule& schedule, const RerunRequest& request);

// The failure that is the same as `about`, or at least of its kind; nullptr: none.
const Failure* same_failure(const Rerun& run, const Failure& about);

Bug describe_rerun(const Machine& machine, const Schedule& schedule, const Rerun& run, const Failure& failure);

// Every step of a rerun that watched all, as rows.
std::vector<InterleavingRow> rows_of_rerun(const Machine& machine, const Schedule& schedule, const Rerun& run);
// Where two such reruns part; empty: nowhere.
std::string difference_of_reruns(const Machine& machine, const Schedule& schedule, const Rerun& a, const Rerun& b);

}  // namespace heddle::run
