// heddle replay: the program of a replay file is compiled again, its schedule run again in a child (follow.cpp), and
// what happens compared with what the file expects. --step shows it row by row (step.cpp), --gdb in the debugger
// (gdb.cpp).
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "cli/commands.h"
#include "cli/gdb.h"
#include "cli/output.h"
#include "cli/prepare.h"
#include "cli/settings.h"
#include "cli/step.h"
#include "report/replay_file.h"
#include "run/explore.h"
#include "run/follow.h"
#include "run/isolation.h"
#include "run/nondeterminism.h"

namespace heddle::cli {

using namespace run;
namespace {

std::string absolute_path(const std::string& path) {
  char* real = realpath(path.c_str(), nullptr);
  const std::string out = real != nullptr ? real : path;
  std::free(real);
  return out;
}

// The files are named as on the command line of check: relative to where that ran, which is usually where the replay
// file lies. False: they are nowhere.
bool go_to_sources(const ReplayFile& file, const std::string& path) {
  auto readable = [](const std::string& name) { return access(name.c_str(), R_OK) == 0; };
  if (std::all_of(file.files.begin(), file.files.end(), readable)) return true;
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return false;
  const std::string directory = path.substr(0, slash + 1);
  for (const std::string& name : file.files)
    if (!readable(name[0] == '/' ? name : directory + name)) return false;
  return chdir(directory.c_str()) == 0;
}

std::string child_problem(const ChildEnd& end, const SharedState& shared) {
  switch (end.reason) {
    case ChildEnd::Reason::Interrupted:
      return "interrupted";
    case ChildEnd::Reason::TimeUp:
      return "time limit reached";
    case ChildEnd::Reason::Signalled:
      return fmt::format("the replaying process was killed by signal {}", end.signal);
    default:
      return fmt::format("the replaying process ended without a result, at schedule: {}", live_schedule(shared));
  }
}

// What is known about a program whose hash is another than recorded.
void add_changes(const ReplayFile& file, const Image& image, Result& result) {
  if (image.hash == file.program_hash) return;
  std::vector<std::string> changed, missing;
  for (const SourceHash& source : file.sources) {
    const std::uint64_t now = hash_of_file(source.path);
    if (now == 0)
      missing.push_back(source.path);
    else if (now != source.hash)
      changed.push_back(source.path);
  }
  std::string sentence = "the program has changed since the schedule was recorded";
  if (!changed.empty()) sentence += fmt::format(": {} changed", fmt::join(changed, ", "));
  if (!missing.empty())
    sentence += fmt::format("{} {} no longer there", changed.empty() ? ":" : ",", fmt::join(missing, ", "));
  if (changed.empty() && missing.empty() && !file.sources.empty())
    sentence += ", but none of its source files: another directory, compiler or system header";
  result.limits.push_back(std::move(sentence));
}

void judge(const ReplayFile& file, Message message, Result& result) {
  if (message.divergence) {
    result.limits.push_back("diverged: " + message.divergence->message);
    return;
  }
  Bug& bug = *message.bug;
  if (bug.kind != file.kind) {
    result.limits.push_back(
        fmt::format("diverged: a {} was expected, but this happened: {}", name_of(file.kind), bug.message));
    return;
  }
  if (bug.id != file.id) result.limits.push_back("not the same bug as recorded: its id differs");
  result.verdict = Verdict::Bug;
  result.bugs.push_back(std::move(bug));
}

Result empty_result(const ReplayFile& file, const CheckOptions& options, const Image& image) {
  Result result;
  result.verdict = Verdict::Inconclusive;
  for (const BugKind kind : options.properties) result.properties.push_back(name_of(kind));
  result.search = result.used_search = "replay";
  result.detector = file.options.detector;
  result.weak_atomics = image.weak_atomics;
  return result;
}

// What a replay gives: the result, and for --step the way there.
struct Replayed {
  Result result;
  Walkthrough walk;
};

void take_rows(const Message& message, Walkthrough& walk) {
  if (message.bug) {
    const Bug& bug = *message.bug;
    walk = {bug.interleaving, bug.thread_names,
            fmt::format("{}:{}:{}: {} [{}]", bug.position.file, bug.position.line, bug.position.column, bug.message,
                        name_of(bug.kind))};
  } else {
    walk = {message.divergence->rows, message.divergence->thread_names, "diverged: " + message.divergence->message};
  }
}

Replayed replay_program(const Settings& settings, const ReplayFile& file, const Image& image) {
  CheckOptions options = options_of(file);
  options.keep_files = settings.check.keep_files;
  Replayed replayed;
  Result& result = replayed.result;
  result = empty_result(file, options, image);
  add_changes(file, image, result);
  SharedState* shared = make_shared_state();
  if (shared == nullptr) {
    result.limits.push_back("no memory for the state that is shared with the replaying process");
    return replayed;
  }
  WatchLimits limits;
  limits.seconds = settings.check.bounds.seconds;
  if (settings.check.detect_nondeterminism)
    if (std::string difference = find_nondeterminism(image, options, &file, *shared, limits); !difference.empty())
      result.limits.push_back(std::move(difference));
  const bool all_rows = settings.mode == ReplayMode::Step;
  std::optional<Message> answer;
  const ChildEnd end = run_isolated(
      *shared, limits, [&](int descriptor) { return follow(image, options, file, all_rows, *shared, descriptor); },
      [&](Message message) {
        if (message.remark) result.limits.push_back(message.remark->text);
        if (message.bug || message.divergence) answer = std::move(message);
      });
  result.stats.executions = answer ? 1 : 0;
  if (answer) {
    if (all_rows) take_rows(*answer, replayed.walk);
    judge(file, std::move(*answer), result);
  } else {
    result.limits.push_back("diverged: " + child_problem(end, *shared));
  }
  result.stats.transitions = result.stats.max_depth = file.schedule.size();
  result.stats.wall_ms = end.wall_ms;
  result.stats.peak_rss_kb = end.peak_rss_kb;
  return replayed;
}

LoadSettings load_settings(const Settings& settings, const ReplayFile& file) {
  LoadSettings load;
  const bool as_asked =
      file.options.ignore.empty() && file.round.visible.empty() && !passes_over_races(options_of(file));
  load.visible = as_asked ? file.options.visible : Visibility::All;
  load.color = !settings.output.json && use_color(settings.output.color, STDERR_FILENO);
  load.debugger = settings.mode == ReplayMode::StopAtBug || settings.mode == ReplayMode::StopAtBugOptimised;
  load.optimise = settings.mode != ReplayMode::Gdb && settings.mode != ReplayMode::StopAtBug;
  return load;
}

int step_through(const Replayed& replayed, const Settings& settings) {
  for (const std::string& limit : replayed.result.limits) fmt::print("{}\n", limit);
  if (replayed.walk.rows.empty() && replayed.walk.end.empty()) return finish(replayed.result, settings.output, true);
  walk_steps(replayed.walk, stdin, stdout, isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0);
  return exit_status(replayed.result.verdict);
}

// gdb is worth starting only where the bug happens: without optimisation if possible, because then every variable has a
// value that can be shown.
int gdb(const Settings& settings, const ReplayFile& file, const std::string& path, Prepared prepared) {
  Replayed replayed = replay_program(settings, file, prepared.program->image());
  bool optimised = false;
  if (replayed.result.verdict != Verdict::Bug) {
    Settings again = settings;
    again.mode = ReplayMode::Report;
    prepared.program.reset();  // one program at a time
    const Prepared other = prepare(file.files, file.flags, load_settings(again, file), file.options.processes);
    if (!other.program) return finish_error(other.error, false);
    replayed = replay_program(again, file, other.program->image());
    optimised = replayed.result.verdict == Verdict::Bug;
    if (!optimised) return finish(replayed.result, settings.output, true);
    fmt::print("without optimisation the program takes another path: some variables will have no value in gdb\n");
  }
  const GdbCommand command = gdb_command(path, optimised);
  if (!command.error.empty()) return finish_error("heddle: error: " + command.error, false);
  Settings first_lines = settings;
  first_lines.output.quiet = true;
  finish(replayed.result, first_lines.output, true);
  for (const std::string& limit : replayed.result.limits) fmt::print("{}\n", limit);
  fmt::print("{}\n", shell_line(command.words));
  std::fflush(stdout);
  if (isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0) {
    run_gdb(command.words);
    return finish_error("heddle: error: gdb could not be started: is it installed?", false);
  }
  return exit_status(replayed.result.verdict);
}

int stop_here(const Settings& settings, const ReplayFile& file, const Image& image) {
  Result result = empty_result(file, options_of(file), image);
  add_changes(file, image, result);
  result.limits.push_back("diverged: " + stop_at_bug(image, options_of(file), file));
  return finish(result, settings.output, true);
}

}  // namespace

int run_replay(const std::vector<std::string>& words) {
  Settings settings = replay_settings(split_arguments(kReplay, words));
  const bool json = asks_for_json(words);
  if (!settings.error.empty()) return finish_error("heddle: error: " + settings.error, json);
  if (const std::string error = check_output(settings); !error.empty())
    return finish_error("heddle: error: " + error, json);
  const std::string& path = settings.files[0];
  const ReplayReading reading = read_replay_file(path);
  if (!reading.file) {
    const std::string place = reading.line == 0 ? path : fmt::format("{}:{}:1", path, reading.line);
    return finish_error(fmt::format("{}: error: {}", place, reading.error), settings.output);
  }
  const ReplayFile& file = *reading.file;
  const std::string absolute = absolute_path(path);
  for (std::string* output :
       {&settings.output.json_file, &settings.output.sarif_file, &settings.output.html_file,
        &settings.output.junit_file})  // go_to_sources may leave the directory they are named from
    if (!output->empty()) *output = std::filesystem::absolute(*output);
  if (!go_to_sources(file, path))
    return finish_error(fmt::format("{}: error: the source files that it names are not here", path), settings.output);
  const bool in_this_process =
      settings.mode == ReplayMode::StopAtBug || settings.mode == ReplayMode::StopAtBugOptimised;
  if (!in_this_process) catch_interruptions();
  Prepared prepared = prepare(file.files, file.flags, load_settings(settings, file), file.options.processes);
  if (!prepared.program) return finish_error(prepared.error, settings.output);
  if (in_this_process) return stop_here(settings, file, prepared.program->image());
  if (settings.mode == ReplayMode::Gdb) return gdb(settings, file, absolute, std::move(prepared));
  const Replayed replayed = replay_program(settings, file, prepared.program->image());
  if (settings.mode == ReplayMode::Step) return step_through(replayed, settings);
  return finish(replayed.result, settings.output, true);
}

}  // namespace heddle::cli
