// Programs that compute far more than they synchronise: the price of watching every access.
//
//   native    clang -O2
//   tsan      clang -O2 -g -fsanitize=thread
//   heddle    heddle check --search dfs --max-executions 1: one execution under the race detector
//
// The same machine, in turn, best of several. Two times for each: wall clock and processor. The native and the
// ThreadSanitizer program use several cores, one execution under heddle uses one: compare the wall clock for what a
// user waits, the processor time for what an access costs (--processor: that one only). Main functions:
// measure_in_turn, heddle_command, measure.
#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "cli/prepare.h"
#include "counting_hooks.h"
#include "harness.h"
#include "process.h"
#include "table.h"
#include "usage.h"

namespace heddle::bench {
namespace {

struct Settings {
  std::string heddle;     // the tool
  std::string directory;  // for what is built
  unsigned repetitions = 3;
  bool smoke = false;
  bool processor_only = false;
};

struct Program {
  const char* name;
  const char* file;
  const char* small;  // size of a smoke run
};
constexpr Program kPrograms[] = {{"matrix", "matrix.cpp", "-DSIZE=16"},
                                 {"quicksort", "quicksort.c", "-DSIZE=2000"},
                                 {"hash_join", "hash_join.cpp", "-DSIZE=400"},
                                 {"nested", "nested.cpp", "-DSIZE=16"}};

struct Times {
  double wall = 0, processor = 0;
  void keep_best(double w, double p) {
    wall = wall == 0 ? w : std::min(wall, w);
    processor = processor == 0 ? p : std::min(processor, p);
  }
};

std::string path_of(const Program& program) { return fmt::format("{}/{}", HEDDLE_BENCH_PROGRAMS, program.file); }
std::vector<std::string> flags_of(const Program& program, const Settings& settings) {
  std::vector<std::string> flags = {"-pthread"};
  if (std::string_view(program.file).ends_with(".cpp")) flags.emplace_back("-std=c++20");
  if (settings.smoke) flags.emplace_back(program.small);
  return flags;
}

std::string built(const Program& program, const Settings& settings, const char* how,
                  const std::vector<std::string>& extra) {
  const bool cxx = std::string_view(program.file).ends_with(".cpp");
  std::string path = fmt::format("{}/{}.{}", settings.directory, program.name, how);
  std::vector<std::string> words = {cxx ? "clang++-19" : "clang-19", "-O2", path_of(program), "-o", path};
  for (const std::string& flag : flags_of(program, settings)) words.push_back(flag);
  words.insert(words.end(), extra.begin(), extra.end());
  if (run_command(words).status != 0) give_up(fmt::format("{} does not compile", path_of(program)));
  return path;
}

void run_native(const std::string& path, Times& times) {
  const CommandRun run = run_command({path});
  if (run.status != 0) give_up(fmt::format("{} ended with status {}", path, run.status));
  times.keep_best(run.wall, run.processor);
}

CheckOptions one_execution() {
  CheckOptions options;
  options.search = "dfs";
  options.bounds.executions = 1;
  return options;
}

// In turn, so that all three have their share of the machine's good and bad moments.
struct Measured {
  Times plain, tsan;
  double heddle = 0;  // processor time of one execution, in this process
};
Measured measure_in_turn(const Program& program, const Settings& settings) {
  const std::string plain = built(program, settings, "native", {});
  const std::string tsan = built(program, settings, "tsan", {"-g", "-fsanitize=thread"});
  const auto loaded = load(path_of(program), flags_of(program, settings));
  Measured best;
  for (unsigned i = 0; i < settings.repetitions; ++i) {
    run_native(plain, best.plain);
    run_native(tsan, best.tsan);
    const double seconds = explore(loaded->image(), one_execution(), 0).seconds;
    best.heddle = i == 0 ? seconds : std::min(best.heddle, seconds);
  }
  return best;
}

struct HeddleTimes {
  double explored = 0;  // wall clock of the exploration alone: a search that ends with one execution makes two more
  double command = 0;   // wall clock from start to end
};

HeddleTimes heddle_command(const Program& program, const Settings& settings) {
  std::vector<std::string> words = {settings.heddle, "check", "--search", "dfs", "--max-executions", "1", "--json"};
  for (const std::string& flag : flags_of(program, settings)) words.push_back(flag);
  words.push_back(path_of(program));
  HeddleTimes best;
  for (unsigned i = 0; i < std::min(settings.repetitions, 3u); ++i) {
    const CommandRun run = run_command(words);
    const auto json = nlohmann::json::parse(run.output, nullptr, false);
    if (json.is_discarded() || !json.contains("stats") || !json["bugs"].empty() || json["stats"]["executions"] != 1)
      give_up(fmt::format("heddle check {}: {}", program.file, run.output));
    const double explored = json["stats"]["wall_ms"].get<double>() / 1000;
    best.explored = i == 0 ? explored : std::min(best.explored, explored);
    best.command = i == 0 ? run.wall : std::min(best.command, run.wall);
  }
  return best;
}

HookCounts count_hooks(const Program& program, const Settings& settings) {
  const auto loaded = load(path_of(program), flags_of(program, settings), counting_symbols());
  hook_counts = {};
  explore(loaded->image(), one_execution(), 0);
  return hook_counts;
}

std::string milliseconds(double seconds) { return fmt::format("{:.1f}", seconds * 1000); }
std::string ratio(double a, double b) { return fmt::format("{:.2f}", a / b); }

void measure(const Program& program, const Settings& settings, Table& times, Table& hooks) {
  const auto [plain, tsan, processor] = measure_in_turn(program, settings);
  times.add({program.name, "cpu", milliseconds(plain.processor), milliseconds(tsan.processor), milliseconds(processor),
             ratio(processor, plain.processor), ratio(tsan.processor, plain.processor),
             ratio(processor, tsan.processor), at_most(processor / tsan.processor, 1.5)});
  if (settings.processor_only) return;
  const HeddleTimes heddle = heddle_command(program, settings);
  times.add({program.name, "wall", milliseconds(plain.wall), milliseconds(tsan.wall), milliseconds(heddle.explored),
             ratio(heddle.explored, plain.wall), ratio(tsan.wall, plain.wall), ratio(heddle.explored, tsan.wall),
             at_most(heddle.explored / tsan.wall, 3), milliseconds(heddle.command)});
  const HookCounts n = count_hooks(program, settings);
  hooks.add({program.name, count(static_cast<double>(n.reads)), count(static_cast<double>(n.writes)),
             count(static_cast<double>(n.ranges)), count(static_cast<double>(n.back_edges)),
             count(static_cast<double>(n.others)),
             fmt::format("{:.2f}", processor / static_cast<double>(n.all()) * 1e9)});
}

int run(Settings settings, std::string_view only) {
  char directory[] = "/tmp/heddle-bench-XXXXXX";
  if (mkdtemp(directory) == nullptr) give_up("no temporary directory");
  settings.directory = directory;
  Table times({"program", "time", "native ms", "tsan ms", "heddle ms", "heddle/native", "tsan/native", "heddle/tsan",
               "wanted", "whole command ms"});
  Table hooks({"program", "reads", "writes", "ranges", "back edges", "stack", "ns per hook"});
  for (const Program& program : kPrograms)
    if (only.empty() || only == program.name) measure(program, settings, times, hooks);
  run_command({"rm", "-rf", settings.directory});
  fmt::print("One execution of a program that computes; best of {}.\n\n", settings.repetitions);
  times.print();
  if (settings.processor_only) return 0;
  fmt::print("\nCalls of hooks in that execution.\n\n");
  hooks.print();
  return 0;
}

}  // namespace
}  // namespace heddle::bench

int main(int argc, char** argv) {
  constexpr const char* kUsage = "bench_compute --heddle TOOL [--repetitions N] [--processor] [--smoke] [PROGRAM]";
  heddle::cli::fix_addresses(argv);
  heddle::bench::Settings settings;
  std::string_view only;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--heddle" && i + 1 < argc) {
      settings.heddle = argv[++i];
    } else if (word == "--repetitions" && i + 1 < argc) {
      settings.repetitions = std::max(1u, static_cast<unsigned>(atoi(argv[++i])));
    } else if (word == "--processor") {
      settings.processor_only = true;
    } else if (word == "--smoke") {
      settings.smoke = true;
      settings.repetitions = 1;
    } else if (!word.starts_with("-") && only.empty()) {
      only = word;
    } else {
      heddle::bench::wrong_usage(kUsage);
    }
  }
  if (settings.heddle.empty()) heddle::bench::wrong_usage(kUsage);
  return heddle::bench::run(settings, only);
}
