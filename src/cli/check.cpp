// heddle check: compile and load here, then search (run/check_image.h). This process never runs a line of the program.
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <utility>

#include "cli/baseline.h"
#include "cli/commands.h"
#include "cli/confirm.h"
#include "cli/output.h"
#include "cli/prepare.h"
#include "cli/settings.h"
#include "cli/tests.h"
#include "detect/registry.h"
#include "run/check_image.h"
#include "run/checkpoint.h"
#include "run/explore.h"
#include "run/location_classes.h"
#include "run/verdict.h"

namespace heddle::cli {

using namespace run;

Result explore_program(const Settings& settings, const Image& image, std::size_t bugs_before,
                       std::vector<std::string>& scopes, const CheckpointFile* resumption) {
  return check_image({.check = settings.check,
                      .files = settings.files,
                      .flags = settings.flags,
                      .save = settings.save,
                      .record = settings.record,
                      .checkpoint = settings.checkpoint,
                      .progress = !settings.output.quiet,
                      .bugs_before = bugs_before,
                      .resumption = resumption},
                     image, scopes);
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

// `tried_for`: the search that was asked for, which follows if this one comes to no verdict: then kNoVerdict instead of
// an inconclusive report. Empty: this is it.
int check_program(const Settings& settings, const std::string& tried_for = {}) {
  const bool is_first_try = !tried_for.empty();
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
    explored.result.search = tried_for;
    if (!settings.output.quiet) std::fputs(prepared.warnings.c_str(), stderr);
  }
  return finish(std::move(explored.result), settings.output, false);
}

// Races alone are asked for, of a search that picks another where that pays, and nothing that goes with one search
// only: then another search (property-driven pruning) may have the first try.
bool may_prune_first(const Settings& settings) {
  const CheckOptions& check = settings.check;
  const Bounds& b = check.bounds;
  const bool bounded = b.preemptions || b.executions || b.transitions || b.depth || b.memory_mb;
  const bool keeps =
      settings.list_cases || !settings.checkpoint.empty() || !settings.resume.empty() || !settings.record.empty();
  return !search_kind(check.search).first_for_races.empty() && check.properties == std::vector{BugKind::Race} &&
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
    const std::string asked_for =
        std::exchange(settings.check.search, search_kind(settings.check.search).first_for_races);
    settings.check.bounds.transitions = kTransitions;
    settings.check.is_first_try = true;
    if (settings.check.bounds.seconds) *settings.check.bounds.seconds /= 4;  // the rest is for the other
    const int status = check_program(settings, asked_for);
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
  return check_program(settings);
}

}  // namespace heddle::cli
