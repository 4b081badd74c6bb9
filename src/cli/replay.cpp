// heddle replay: the program of a replay file is compiled again, its schedule run again, and what happens compared with
// what the file expects. First without watching any variable, to find the failures; then with, to describe them.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>

#include "cli/commands.h"
#include "cli/isolation.h"
#include "cli/output.h"
#include "cli/prepare.h"
#include "cli/rerun.h"
#include "cli/settings.h"
#include "detect/registry.h"
#include "report/replay_file.h"

namespace heddle::cli {
namespace {

CheckOptions options_of(const ReplayFile& file) {
  CheckOptions options;
  options.search = "replay";
  options.detector = file.detector;
  options.visible = file.visible;
  options.properties = file.properties;
  options.keep_going = file.keep_going;
  options.spurious_wakeups = file.spurious_wakeups;
  options.strict = file.strict;
  options.stdin_file = file.stdin_file;
  options.arguments = file.arguments;
  options.program_name = file.files[0].substr(file.files[0].rfind('/') + 1);
  return options;
}

void diverged(int descriptor, const std::string& message) { send_message(descriptor, to_wire(Divergence{message})); }

// One step may show several bugs: the one with the recorded id, else one of the recorded kind, else any.
Bug expected_bug(Machine& machine, const ReplayFile& file, const std::vector<Failure>& failures) {
  std::optional<Bug> best;
  for (const Failure& failure : failures) {
    const Rerun run = rerun(machine, file.schedule, &failure);
    const Failure* same = same_failure(run, failure);
    Bug bug = describe_rerun(machine, file.schedule, run, same != nullptr ? *same : failure);
    if (bug.kind == file.kind && bug.id == file.id) return bug;
    if (!best || (best->kind != file.kind && bug.kind == file.kind)) best = std::move(bug);
  }
  return std::move(*best);
}

// In the child.
int follow(const Image& image, const CheckOptions& options, const ReplayFile& file, SharedState& shared,
           int descriptor) try {
  ThreadNames names;
  for (std::size_t i = 1; i < file.thread_names.size(); ++i) names.add(file.thread_names[i]);
  names.mirror(&shared.threads);
  Journal journal;
  std::string error;
  const std::unique_ptr<RaceDetector> detector = make_detector(file.detector, journal, error);
  if (!error.empty()) return diverged(descriptor, error), 0;
  Machine machine(image, options, journal, detector.get(), names);
  const Rerun first = rerun(machine, file.schedule, nullptr);
  if (first.failures.empty()) {
    diverged(descriptor, first.divergence.empty() ? fmt::format("no bug after all {} steps", file.schedule.size())
                                                  : first.divergence);
    return 0;
  }
  return send_message(descriptor, to_wire(expected_bug(machine, file, first.failures))) ? 0 : 1;
} catch (const std::exception& e) {
  return diverged(descriptor, fmt::format("internal error: {}", e.what())), 0;
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

Result replay_program(const Settings& settings, const ReplayFile& file, const Image& image) {
  const CheckOptions options = options_of(file);
  Result result;
  result.verdict = Verdict::Inconclusive;
  for (const BugKind kind : options.properties) result.properties.push_back(name_of(kind));
  result.search = result.used_search = "replay";
  result.detector = file.detector;
  result.weak_atomics = image.weak_atomics;
  if (image.hash != file.program_hash)
    result.limits.push_back("the program has changed since the schedule was recorded");

  SharedState* shared = make_shared_state();
  if (shared == nullptr) {
    result.limits.push_back("no memory for the state that is shared with the replaying process");
    return result;
  }
  WatchLimits limits;
  limits.seconds = settings.check.bounds.seconds;
  std::optional<Message> answer;
  const ChildEnd end = run_isolated(
      *shared, limits, [&](int descriptor) { return follow(image, options, file, *shared, descriptor); },
      [&](Message message) {
        if (message.bug || message.divergence) answer = std::move(message);
      });
  if (answer)
    judge(file, std::move(*answer), result);
  else
    result.limits.push_back("diverged: " + child_problem(end, *shared));
  result.stats.executions = answer ? 1 : 0;
  result.stats.transitions = result.stats.max_depth = file.schedule.size();
  result.stats.wall_ms = end.wall_ms;
  result.stats.peak_rss_kb = end.peak_rss_kb;
  return result;
}

}  // namespace

int run_replay(const std::vector<std::string>& words) {
  const Settings settings = replay_settings(split_arguments(kReplay, words));
  const bool json = asks_for_json(words);
  if (!settings.error.empty()) return finish_error("heddle: error: " + settings.error, json);
  if (const std::string error = check_output(settings.output); !error.empty())
    return finish_error("heddle: error: " + error, json);
  const std::string& path = settings.files[0];
  const ReplayReading reading = read_replay_file(path);
  if (!reading.file) {
    const std::string place = reading.line == 0 ? path : fmt::format("{}:{}:1", path, reading.line);
    return finish_error(fmt::format("{}: error: {}", place, reading.error), json, settings.output.json_file);
  }
  if (!go_to_sources(*reading.file, path))
    return finish_error(fmt::format("{}: error: the source files that it names are not here", path), json,
                        settings.output.json_file);
  catch_interruptions();
  const bool color = !json && use_color(settings.output.color, STDERR_FILENO);
  const Prepared prepared = prepare(reading.file->files, reading.file->flags, reading.file->visible, color);
  if (!prepared.program) return finish_error(prepared.error, json, settings.output.json_file);
  return finish(replay_program(settings, *reading.file, prepared.program->image()), settings.output, true);
}

}  // namespace heddle::cli
