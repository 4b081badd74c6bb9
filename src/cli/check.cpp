// heddle check: compile and load here, explore in a child (explore.cpp), keep what it finds, say what it means
// (verdict.cpp). This process never runs a line of the program.
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>
#include <set>
#include <utility>

#include "cli/baseline.h"
#include "cli/commands.h"
#include "cli/confirm.h"
#include "cli/output.h"
#include "cli/prepare.h"
#include "cli/settings.h"
#include "cli/tests.h"
#include "detect/registry.h"
#include "report/replay_file.h"
#include "run/checkpoint.h"
#include "run/explore.h"
#include "run/location_classes.h"
#include "run/nondeterminism.h"
#include "run/record.h"
#include "run/verdict.h"

namespace heddle::cli {

using namespace run;
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
  // `bugs_before`: replay files written already.
  Collector(const Settings& settings, const Image& image, std::size_t bugs_before)
      : settings_(settings), image_(image), bugs_before_(bugs_before) {
    if (!settings.checkpoint.empty()) checkpoint_.emplace(settings.checkpoint, settings.check, image);
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
    const std::vector<std::string>& ids = settings_.check.known_bugs;
    return std::find(ids.begin(), ids.end(), bug.id) != ids.end();
  }

  void take_known(Bug bug) {
    std::vector<Bug>& known = findings.known_bugs;
    if (std::none_of(known.begin(), known.end(), [&](const Bug& other) { return other.id == bug.id; }))
      known.push_back(std::move(bug));
  }

  // The search has come to its end, by covering everything or by a bug.
  bool is_over() const {
    return findings.exploration->exhausted || (!findings.bugs.empty() && !settings_.check.keep_going);
  }

  void keep(std::optional<Checkpoint> state) {
    if (!checkpoint_) return;
    const std::string error = checkpoint_->finish(findings, std::move(state));
    if (!error.empty() && std::exchange(may_warn_, false))
      fmt::print(stderr, "heddle: warning: cannot write '{}': {}\n", settings_.checkpoint, error);
  }

  void save(Bug& bug, std::size_t number) const {
    const std::string base = settings_.save.empty() ? settings_.check.program_name + ".heddle" : settings_.save;
    const std::string path = numbered(base, bugs_before_ + number);
    ReplayFile file;
    file.program_hash = image_.hash;
    file.files = settings_.files;
    file.flags = settings_.flags;
    file.options = settings_.check;
    file.round.visible = bug.visible_bytes;
    file.round.loop_bound = bug.loop_bound;
    file.kind = bug.kind;
    file.id = bug.id;
    file.thread_names = bug.thread_names;
    file.schedule = bug.schedule;
    file.steps = bug.steps;
    file.sources = source_hashes(settings_.files, image_);
    const std::string error = write_replay_file(path, file);
    if (error.empty())
      bug.replay = path;
    else
      fmt::print(stderr, "heddle: warning: cannot write '{}': {}\n", path, error);
  }

  const Settings& settings_;
  const Image& image_;
  const std::size_t bugs_before_;
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
        findings.limits.push_back(fmt::format("time limit of {} seconds: a transition of {} did not end, {}",
                                              options.bounds.seconds.value_or(0), live_thread(shared), where));
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
void record(const Settings& settings, const Image& image, const Result& result, SharedState& shared,
            const WatchLimits& limits) {
  const bool random = !covers_interleavings(result.used_search);
  if (result.bugs.empty() && !random) {
    fmt::print(stderr, "heddle: note: no bug, so nothing was recorded in '{}'\n", settings.record);
    return;
  }
  RecordRequest request;
  request.path = settings.record;
  request.source = settings.check.program_name;
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
        return send_message(descriptor, to_wire(Remark{record_execution(image, settings.check, request)})) ? 0 : 1;
      },
      [&](Message message) {
        if (message.remark) error = message.remark->text;
      });
  if (!error.empty()) fmt::print(stderr, "heddle: warning: cannot record '{}': {}\n", settings.record, error);
}

}  // namespace

Result explore_program(const Settings& settings, const Image& image, std::size_t bugs_before,
                       std::vector<std::string>& scopes, const CheckpointFile* resumption) {
  SharedState* shared = make_shared_state();
  Collector collector(settings, image, bugs_before);
  if (shared == nullptr) {
    collector.findings.limits.push_back("no memory for the state that is shared with the exploring process");
    return conclude(settings.check, image, std::move(collector.findings));
  }
  WatchLimits limits;
  limits.seconds = settings.check.bounds.seconds;
  limits.memory_mb = settings.check.bounds.memory_mb;
  limits.progress = !settings.output.quiet;
  if (settings.check.detect_nondeterminism) {
    std::string difference = find_nondeterminism(image, settings.check, nullptr, *shared, limits);
    if (!difference.empty()) {
      collector.findings.limits.push_back(std::move(difference));
      return conclude(settings.check, image, std::move(collector.findings));
    }
  }
  if (resumption != nullptr) {
    collector.resume(resumption->bugs);
    if (resumption->finished) {
      collector.findings.exploration = resumption->finished;
      return conclude(settings.check, image, std::move(collector.findings));
    }
  }
  const ChildEnd end = run_isolated(
      *shared, limits, [&](int descriptor) { return explore(image, settings.check, *shared, descriptor, resumption); },
      [&](Message message) { collector.take(std::move(message)); });
  add_end(end, settings.check, *shared, collector.findings);
  if (collector.findings.exploration) scopes = collector.findings.exploration->scopes;
  Result result = conclude(settings.check, image, std::move(collector.findings));
  result.stats.wall_ms = end.wall_ms;
  result.stats.peak_rss_kb = end.peak_rss_kb;
  if (!settings.record.empty() && bugs_before == 0) record(settings, image, result, *shared, limits);
  return result;
}

namespace {

Result interrupted_result(const CheckOptions& options) {
  Findings findings;
  findings.limits.push_back("interrupted before the search began");
  return conclude(options, Image{}, std::move(findings));
}

std::string read_class_file(CheckOptions& check) {
  if (check.classes_file.empty()) return {};
  const FileText file = read_text(check.classes_file);
  if (!file.error.empty()) return fmt::format("{}: error: {}", check.classes_file, file.error);
  ClassReading reading = parse_classes(file.text);
  if (!reading.error.empty()) return fmt::format("{}:{}: error: {}", check.classes_file, reading.line, reading.error);
  check.classes = std::move(reading.entries);
  return check_classes(check);
}

// The files that options name. Empty, or an error for the user.
std::string read_inputs(CheckOptions& check) {
  if (std::string error = read_class_file(check); !error.empty()) return error;
  std::error_code none;
  const bool folder = std::filesystem::is_directory(check.stdin_file, none);
  if (!check.stdin_file.empty() && (folder || access(check.stdin_file.c_str(), R_OK) != 0))
    return fmt::format("heddle: error: '--stdin': cannot read '{}'", check.stdin_file);
  if (!check.baseline_file.empty()) {
    BaselineReading baseline = read_baseline(check.baseline_file);
    if (!baseline.error.empty()) return fmt::format("{}: error: {}", check.baseline_file, baseline.error);
    check.known_bugs = std::move(baseline.ids);
  }
  if (check.ignore_file.empty()) return {};
  const FileText file = read_text(check.ignore_file);
  if (!file.error.empty()) return fmt::format("{}: error: {}", check.ignore_file, file.error);
  IgnoreReading reading = parse_ignore(file.text);
  if (!reading.error.empty())
    return fmt::format("{}:{}:{}: error: {}", check.ignore_file, reading.line, reading.column, reading.error);
  check.ignore = std::move(reading.entries);
  return {};
}

}  // namespace

namespace {

// What explores parts of one program does not fit several.
std::string unfit_process(const CheckOptions& check, const Image& image) {
  if (check.processes.empty()) return {};
  if (image.uses_library_state)
    return "standard streams or locales of C++ in one of several processes (--process): the processes would share "
           "their state";
  if (image.uses_scopes) return "heddle::check in one of several processes (--process)";
  if (image.runs_google_test || image.runs_catch)
    return "test cases of a framework in one of several processes (--process)";
  return {};
}

}  // namespace

SearchRun search_program(const Settings& settings) {
  SearchRun run;
  LoadSettings load;
  load.visible = passes_over_races(settings.check) ? Visibility::All : settings.check.visible;
  const Prepared prepared = prepare(settings.files, settings.flags, load, settings.check.processes);
  if (!prepared.program) {
    run.error = prepared.error;
    return run;
  }
  const Image& image = prepared.program->image();
  run.result = explore_as_one(settings, image);
  return run;
}

namespace {

int print_cases(const Settings& settings, const Image& image) {
  const Listed listed = list_tests(settings, image);
  if (!listed.error.empty()) return finish_error("heddle: error: " + listed.error, settings.output);
  for (const std::string& name : listed.names) fmt::print("{}\n", name);
  return 0;
}

constexpr int kNoVerdict = -1;
constexpr const char* kAutomatic = "auto";

// `is_first_try`: another search follows, so kNoVerdict instead of an inconclusive report.
int check_program(const Settings& settings, bool is_first_try) {
  LoadSettings load;
  // Which accesses become scheduling points is known only later.
  const bool may_become_visible = passes_over_races(settings.check) || !settings.check.ignore.empty() ||
                                  search_kind(settings.check.search).makes_visible || !settings.check.classes.empty();
  load.visible = may_become_visible ? Visibility::All : settings.check.visible;
  load.compares_states = search_kind(settings.check.search).compares_states;
  load.flows = search_kind(settings.check.search).logs_execution;
  load.color = !settings.output.json && use_color(settings.output.color, STDERR_FILENO);
  load.progress = !settings.output.quiet;
  const Prepared prepared = prepare(settings.files, settings.flags, load, settings.check.processes);
  if (interrupted() && is_first_try) return kNoVerdict;
  if (interrupted()) return finish(interrupted_result(settings.check), settings.output, false);
  if (!settings.output.quiet && !is_first_try) std::fputs(prepared.warnings.c_str(), stderr);
  if (!prepared.program) return finish_error(prepared.error, settings.output);
  const Image& image = prepared.program->image();
  if (const std::string error = unfit_process(settings.check, image); !error.empty())
    return finish_error("heddle: error: " + error, settings.output);
  if (image.uses_scopes && (!settings.checkpoint.empty() || !settings.resume.empty()))
    return finish_error("heddle: error: '--checkpoint' and '--resume' do not work for a program with heddle::check yet",
                        settings.output);
  if (is_first_try && !image.flows.beyond_memory.empty()) return kNoVerdict;  // nothing will be left out
  if (settings.list_cases) return print_cases(settings, image);
  Resumption resumption;
  if (!settings.resume.empty()) {
    resumption = read_checkpoint(settings.resume, settings.check, image);
    if (!resumption.error.empty()) return finish_error(resumption.error, settings.output);
  }
  if (!settings.checkpoint.empty() || !settings.resume.empty()) {
    std::vector<std::string> none;
    return finish(explore_program(settings, image, 0, none, resumption.file ? &*resumption.file : nullptr),
                  settings.output, false);
  }
  Explored explored = explore_tests(settings, image);
  if (!explored.error.empty()) return finish_error("heddle: error: " + explored.error, settings.output);
  if (is_first_try) {
    if (explored.result.verdict == Verdict::Inconclusive) return kNoVerdict;
    explored.result.search = kAutomatic;
    if (!settings.output.quiet) std::fputs(prepared.warnings.c_str(), stderr);
  }
  return finish(std::move(explored.result), settings.output, false);
}

// Races alone are asked for, of a search that picks another where that pays, and nothing that goes with one search
// only: then property-driven pruning may have the first try.
bool may_prune_first(const Settings& settings) {
  const CheckOptions& check = settings.check;
  const Bounds& b = check.bounds;
  const bool bounded = b.preemptions || b.executions || b.transitions || b.depth || b.memory_mb;
  const bool keeps =
      settings.list_cases || !settings.checkpoint.empty() || !settings.resume.empty() || !settings.record.empty();
  return search_kind(check.search).tries_comparing_states && check.properties == std::vector{BugKind::Race} &&
         check.visible == Visibility::Sync && detector_kind(check.detector).shows_knowledge && !bounded && !keeps &&
         !check.keep_going && check.baseline_file.empty() && check.ignore.empty() && check.classes.empty() &&
         !check.detect_nondeterminism;
}

// In a process of its own, since its image is another one: hooks that others drop stay in. It prints the report if it
// comes to a verdict. What it is good for takes a handful of executions, so it is given up after some transitions or
// accesses, or executions in vain: counts, so that which search answers does not depend on how busy the machine is
// (docs/decisions/57-pruning-in-auto.md). Nothing: another search has to do it.
std::optional<int> prune_first(Settings settings) {
  constexpr std::uint64_t kTransitions = 1 << 14;
  constexpr int kGivenUp = 77;
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) return std::nullopt;
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    settings.check.search = "pruning";
    settings.check.bounds.transitions = kTransitions;
    settings.check.is_first_try = true;
    if (settings.check.bounds.seconds) *settings.check.bounds.seconds /= 4;  // the rest is for the other
    const int status = check_program(settings, true);
    std::fflush(nullptr);
    _exit(status == kNoVerdict ? kGivenUp : status);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    if (interrupted()) kill(child, SIGTERM);
  if (!WIFEXITED(status) || WEXITSTATUS(status) == kGivenUp) return std::nullopt;
  return WEXITSTATUS(status);
}

}  // namespace

int run_check(const std::vector<std::string>& words) {
  Settings settings =
      check_settings(split_arguments(kCheck, words), {search_names(), detector_names(), searches_with_preemptions()});
  if (!settings.error.empty())
    return finish_error(fmt::format("heddle: error: {}\nheddle: 'heddle --help' lists the options", settings.error),
                        asks_for_json(words));
  if (const std::string error = check_output(settings); !error.empty())
    return finish_error("heddle: error: " + error, settings.output.json);
  if (const std::string error = read_inputs(settings.check); !error.empty())
    return finish_error(error, settings.output);
  catch_interruptions();
  if (may_prune_first(settings))
    if (const std::optional<int> status = prune_first(settings)) return *status;
  return check_program(settings, false);
}

}  // namespace heddle::cli
