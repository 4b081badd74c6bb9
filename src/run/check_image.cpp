// One search of a loaded program: explore in a child (explore.cpp), keep what it sends, say what it means
// (verdict.cpp).
//
//   check_image   all of it
//   Collector     what the child sends: bugs with their replay files, checkpoints, the outcome
//   add_end       what stopped a child that could not say so itself
//   record        --record, in another child
#include "run/check_image.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <optional>
#include <set>
#include <utility>

#include "report/replay_file.h"
#include "run/checkpoint.h"
#include "run/explore.h"
#include "run/isolation.h"
#include "run/nondeterminism.h"
#include "run/record.h"
#include "run/verdict.h"
#include "search/search.h"

namespace heddle::run {
namespace {

std::string numbered(const std::string& path, std::size_t number) {
  if (number == 1) return path;
  const std::string ending = ".heddle";
  const bool has_ending =
      path.size() > ending.size() && path.compare(path.size() - ending.size(), ending.size(), ending) == 0;
  const std::string stem = has_ending ? path.substr(0, path.size() - ending.size()) : path;
  return fmt::format("{}-{}{}", stem, number, has_ending ? ending : "");
}

// The files of the command line and the headers that have code.
std::vector<SourceHash> source_hashes(const std::vector<std::string>& files, const Image& image) {
  std::set<std::string> paths(files.begin(), files.end());
  for (std::size_t i = 0; i < image.sites.size(); ++i)
    for (const SourcePosition& frame : image.sites[SiteId(static_cast<std::uint32_t>(i))].frames)
      if (!frame.system && frame.line != 0) paths.insert(frame.file);
  std::vector<SourceHash> hashes;
  for (const std::string& path : paths)
    if (const std::uint64_t hash = hash_of_file(path)) hashes.push_back({path, hash});
  return hashes;
}

class Collector {
 public:
  Collector(const CheckRequest& request, const Image& image) : request_(request), image_(image) {
    if (!request.checkpoint.empty()) checkpoint_.emplace(request.checkpoint, request.check, image);
  }

  void take(Message message) {
    if (message.stored && checkpoint_) return checkpoint_->add(*message.stored);
    if (message.checkpoint) return keep(std::move(message.checkpoint));
    if (message.exploration) {
      findings.exploration = std::move(message.exploration);
      if (is_over()) keep(std::nullopt);
    }
    if (message.branching) findings.branching = std::move(*message.branching);
    if (!message.bug) return;
    Bug& bug = *message.bug;
    if (is_in_baseline(bug)) return take_known(std::move(bug));
    const auto known = std::find_if(findings.bugs.begin(), findings.bugs.end(),
                                    [&](const Bug& other) { return other.id == bug.id && other.kind == bug.kind; });
    const bool is_known = known != findings.bugs.end();
    if (is_known != bug.minimised) return;  // seen already; or it has become another bug, and the first one stays
    const std::size_t number = static_cast<std::size_t>(known - findings.bugs.begin()) + 1;
    if (is_known)
      *known = std::move(bug);
    else
      findings.bugs.push_back(std::move(bug));
    save(findings.bugs[number - 1], number);
  }

  // Bugs that were found before the search was stopped.
  void resume(std::vector<Bug> bugs) {
    findings.bugs = std::move(bugs);
    for (std::size_t i = 0; i < findings.bugs.size(); ++i) save(findings.bugs[i], i + 1);
  }

  Findings findings;

 private:
  bool is_in_baseline(const Bug& bug) const {
    const std::vector<std::string>& ids = request_.check.known_bugs;
    return std::find(ids.begin(), ids.end(), bug.id) != ids.end();
  }

  void take_known(Bug bug) {
    std::vector<Bug>& known = findings.known_bugs;
    if (std::none_of(known.begin(), known.end(), [&](const Bug& other) { return other.id == bug.id; }))
      known.push_back(std::move(bug));
  }

  // The search has come to its end, by covering everything or by a bug.
  bool is_over() const {
    const bool covered = findings.exploration && findings.exploration->exhausted;
    return covered || (!findings.bugs.empty() && !request_.check.keep_going);
  }

  void keep(std::optional<Checkpoint> state) {
    if (!checkpoint_) return;
    const std::string error = checkpoint_->finish(findings, std::move(state));
    if (!error.empty() && std::exchange(may_warn_, false))
      fmt::print(stderr, "heddle: warning: cannot write '{}': {}\n", request_.checkpoint, error);
  }

  void save(Bug& bug, std::size_t number) const {
    const std::string base = request_.save.empty() ? request_.check.program_name + ".heddle" : request_.save;
    const std::string path = numbered(base, request_.bugs_before + number);
    ReplayFile file;
    file.program_hash = image_.hash;
    file.files = request_.files;
    file.flags = request_.flags;
    file.options = request_.check;
    file.round.visible = bug.visible_bytes;
    file.round.loop_bound = bug.loop_bound;
    file.kind = bug.kind;
    file.id = bug.id;
    file.thread_names = bug.thread_names;
    file.schedule = bug.schedule;
    file.steps = bug.steps;
    file.sources = source_hashes(request_.files, image_);
    const std::string error = write_replay_file(path, file);
    if (error.empty())
      bug.replay = path;
    else
      fmt::print(stderr, "heddle: warning: cannot write '{}': {}\n", path, error);
  }

  const CheckRequest& request_;
  const Image& image_;
  std::optional<CheckpointWriter> checkpoint_;
  bool may_warn_ = true;
};

// What stopped a child that could not say it itself.
void add_end(const ChildEnd& end, const CheckOptions& options, const SharedState& shared, Findings& findings) {
  using Reason = ChildEnd::Reason;
  const bool told = findings.exploration.has_value();
  const std::string where = fmt::format("at schedule: {}", live_schedule(shared));
  switch (end.reason) {
    case Reason::Exited:
      if (!told) findings.limits.push_back("the exploring process ended without an outcome, " + where);
      break;
    case Reason::Failed:
      if (!told)
        findings.limits.push_back(fmt::format("the exploring process ended with status {}, {}", end.status, where));
      break;
    case Reason::Interrupted:
      if (!told) findings.limits.push_back("interrupted, " + where);
      break;
    case Reason::TimeUp:
      if (!told)
        findings.limits.push_back(
            end.in_a_transition
                ? fmt::format("time limit of {} seconds: a transition of {} did not end, {}",
                              options.bounds.seconds.value_or(0), live_thread(shared), where)
                : fmt::format("stopped after {} seconds (--timeout), {}", options.bounds.seconds.value_or(0), where));
      break;
    case Reason::MemoryFull:
      findings.limits.push_back(
          fmt::format("memory limit of {} MB reached, {}", options.bounds.memory_mb.value_or(0), where));
      break;
    case Reason::Signalled:
      findings.limits.push_back(
          fmt::format("the exploring process was killed by signal {} ({}) after {} executions, {}", end.signal,
                      strsignal(end.signal), static_cast<std::uint64_t>(shared.live.executions), where));
      break;
  }
  // The search only knows that it was asked to stop; we know why.
  if (told && (end.reason == Reason::TimeUp || end.reason == Reason::MemoryFull)) {
    const bool interrupted = std::erase(findings.exploration->limits, "interrupted") > 0;
    const bool unexplained = interrupted || findings.exploration->limits.empty();
    if (end.reason == Reason::TimeUp && unexplained && !findings.exploration->exhausted)
      findings.limits.push_back(
          fmt::format("stopped after {} seconds (--timeout)", options.bounds.seconds.value_or(0)));
  }
  findings.last_counters.executions = shared.live.executions;
  findings.last_counters.blocked = shared.live.blocked;
  findings.last_counters.transitions = shared.live.transitions;
  findings.last_counters.backtracks = shared.live.backtracks;
  findings.last_counters.max_depth = shared.live.max_depth;
}

// --record: the execution of the first bug, or of one run where schedules are random anyway. In a child of its own,
// like everything that runs the program.
void record(const CheckRequest& asked, const Image& image, const Result& result, SharedState& shared,
            const WatchLimits& limits) {
  const bool random = !covers_interleavings(result.used_search);
  if (result.bugs.empty() && !random) {
    fmt::print(stderr, "heddle: note: no bug, so nothing was recorded in '{}'\n", asked.record);
    return;
  }
  RecordRequest request;
  request.path = asked.record;
  request.source = asked.check.program_name;
  if (!result.bugs.empty()) {
    request.schedule = &result.bugs[0].schedule;
    request.thread_names = result.bugs[0].thread_names;
    request.round.visible = result.bugs[0].visible_bytes;
    request.round.loop_bound = result.bugs[0].loop_bound;
  }
  std::string error = "the recording process ended early";
  run_isolated(
      shared, limits,
      [&](int descriptor) {
        return send_message(descriptor, to_wire(Remark{record_execution(image, asked.check, request)})) ? 0 : 1;
      },
      [&](Message message) {
        if (message.remark) error = message.remark->text;
      });
  if (!error.empty()) fmt::print(stderr, "heddle: warning: cannot record '{}': {}\n", asked.record, error);
}

}  // namespace

Result check_image(const CheckRequest& request, const Image& image, std::vector<std::string>& scopes) {
  SharedState* shared = make_shared_state();
  Collector collector(request, image);
  if (shared == nullptr) {
    collector.findings.limits.emplace_back("no memory for the state that is shared with the exploring process");
    return conclude(request.check, image, std::move(collector.findings));
  }
  WatchLimits limits;
  limits.seconds = request.check.bounds.seconds;
  limits.memory_mb = request.check.bounds.memory_mb;
  limits.progress = request.progress;
  if (request.check.detect_nondeterminism) {
    std::string difference = find_nondeterminism(image, request.check, nullptr, *shared, limits);
    if (!difference.empty()) {
      collector.findings.limits.push_back(std::move(difference));
      return conclude(request.check, image, std::move(collector.findings));
    }
  }
  if (request.resumption != nullptr) {
    collector.resume(request.resumption->bugs);
    if (request.resumption->finished) {
      collector.findings.exploration = request.resumption->finished;
      return conclude(request.check, image, std::move(collector.findings));
    }
  }
  const ChildEnd end = run_isolated(
      *shared, limits,
      [&](int descriptor) { return explore(image, request.check, *shared, descriptor, request.resumption); },
      [&](Message message) { collector.take(std::move(message)); });
  add_end(end, request.check, *shared, collector.findings);
  if (collector.findings.exploration) scopes = collector.findings.exploration->scopes;
  Result result = conclude(request.check, image, std::move(collector.findings));
  result.stats.wall_ms = end.wall_ms;
  result.stats.peak_rss_kb = end.peak_rss_kb;
  if (!request.record.empty() && request.bugs_before == 0) record(request, image, result, *shared, limits);
  return result;
}

}  // namespace heddle::run
