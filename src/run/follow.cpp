// First the schedule is run without watching any variable, to find the failures; then again for each of them, to
// describe it. Races that an entry of --ignore covers are found the same way and passed over in the next run, as in the
// search.
#include "run/follow.h"

#include <fmt/format.h>

#include <algorithm>

#include "run/location_classes.h"
#include "run/rerun.h"
#include "detect/registry.h"

namespace heddle::run {
namespace {

// Everything that a run of the file's schedule needs, in the right order.
class Replay {
 public:
  Replay(const Image& image, const CheckOptions& options, const ReplayFile& file, ThreadTree* shared_names)
      : file_(file), options_(options), round_(file.round), names_(process_names(options.processes)) {
    for (std::size_t i = 1; i < file.thread_names.size(); ++i) names_.add(file.thread_names[i]);
    if (shared_names != nullptr) names_.mirror(shared_names);
    detector_ = make_detector(file.options.detector, journal_, error_, detector_options(image, options_, names_));
    if (error_.empty()) machine_.emplace(image, options_, journal_, detector_.get(), names_, round_);
  }

  const std::string& error() const { return error_; }
  Machine& machine() { return *machine_; }
  void stop_at_step(std::size_t step) { round_.stop_at_step = step; }

  // Until the schedule ends or something happens that no entry covers.
  Rerun run() {
    RerunRequest request;
    request.expected = &file_.steps;
    for (;;) {
      Rerun result = rerun(*machine_, file_.schedule, request);
      std::erase_if(result.failures, [&](const Failure& failure) { return !is_wanted(failure.kind); });
      bool again = false;
      for (const Failure& failure : result.failures) again |= is_covered(failure);
      if (again) continue;
      if (!options_.keep_files.empty()) machine_->keep_files(options_.keep_files);
      return result;
    }
  }

  Bug describe(const Failure& failure) {
    RerunRequest request;
    request.about = &failure;
    const Rerun run = rerun(*machine_, file_.schedule, request);
    const Failure* same = same_failure(run, failure);
    return describe_rerun(*machine_, file_.schedule, run, same != nullptr ? *same : failure);
  }

  std::vector<InterleavingRow> all_rows() {
    RerunRequest request;
    request.watch_all = true;
    const Rerun run = rerun(*machine_, file_.schedule, request);
    return rows_of_rerun(*machine_, file_.schedule, run);
  }

  // One step may show several bugs: the one with the recorded id, else one of the recorded kind, else any.
  Bug expected_bug(const std::vector<Failure>& failures) {
    std::optional<Bug> best;
    for (const Failure& failure : failures) {
      Bug bug = describe(failure);
      if (bug.kind == file_.kind && bug.id == file_.id) return bug;
      if (!best || (best->kind != file_.kind && bug.kind == file_.kind)) best = std::move(bug);
    }
    return std::move(*best);
  }

 private:
  bool is_wanted(BugKind kind) const {
    const std::vector<BugKind>& wanted = options_.properties;
    return std::find(wanted.begin(), wanted.end(), kind) != wanted.end();
  }

  bool is_covered(const Failure& failure) {
    if (!concerns_accesses(failure.kind) || options_.ignore.empty()) return false;
    if (!matching(options_.ignore, describe(failure))) return false;
    return round_.ignored_races.insert(failure.key()).second;
  }

  const ReplayFile& file_;
  const CheckOptions& options_;
  Round round_;
  ThreadNames names_;
  Journal journal_;
  std::string error_;
  std::unique_ptr<RaceDetector> detector_;
  std::optional<Machine> machine_;
};

std::string why_no_bug(const Rerun& run, const ReplayFile& file) {
  return run.divergence.empty() ? fmt::format("no bug after all {} steps", file.schedule.size()) : run.divergence;
}

}  // namespace

CheckOptions options_of(const ReplayFile& file) {
  CheckOptions options = file.options;
  options.search = "replay";
  options.program_name = file.files[0].substr(file.files[0].rfind('/') + 1);
  return options;
}

int follow(const Image& image, const CheckOptions& options, const ReplayFile& file, bool all_rows, SharedState& shared,
           int descriptor) try {
  Replay replay(image, options, file, &shared.threads);
  if (!replay.error().empty()) return send_message(descriptor, to_wire(Divergence{replay.error(), {}, {}})), 0;
  const Rerun first = replay.run();
  if (!first.difference.empty()) send_message(descriptor, to_wire(Remark{first.difference}));
  if (!first.failures.empty()) {
    Bug bug = replay.expected_bug(first.failures);
    if (all_rows) bug.interleaving = replay.all_rows();
    return send_message(descriptor, to_wire(bug)) ? 0 : 1;
  }
  Divergence divergence{why_no_bug(first, file), {}, {}};
  if (all_rows) {
    divergence.rows = replay.all_rows();
    divergence.thread_names = replay.machine().names().all();
  }
  return send_message(descriptor, to_wire(divergence)) ? 0 : 1;
} catch (const std::exception& e) {
  return send_message(descriptor, to_wire(Divergence{fmt::format("internal error: {}", e.what()), {}, {}})), 0;
}

std::string stop_at_bug(const Image& image, const CheckOptions& options, const ReplayFile& file) {
  Replay replay(image, options, file, nullptr);
  if (!replay.error().empty()) return replay.error();
  if (!file.options.ignore.empty()) replay.run();  // to learn which races are passed over
  replay.stop_at_step(file.schedule.size());
  return why_no_bug(rerun(replay.machine(), file.schedule, {}), file);
}

}  // namespace heddle::run
