// What it is worth not to explore a state twice. Three tables:
//
//   programs   the same programs under dpor, optimal, stateful and auto: executions, states, steps that led to known
//              states, visits that explored again, bytes a state, states a second, and the time to the verdict relative
//              to that of dpor. The last line: auto against dpor where dpor needs more than 10 000 executions (wanted:
//              10 times faster on the geometric mean).
//   growth     N threads under one lock, N = 2 to 12: states and transitions of stateful beside the N! executions that
//   a
//              stateless search needs (wanted: states at most a small constant times 2^N, transitions times N 2^N).
//   memory     the same states in a program with 64 KB and with 64 MB of heap, of which little changes: not touched
//              before, or one word of each page written (wanted: at least half as many states a second). Enough states
//              that the executions from the start, which each check makes some of, do not decide: each fills the heap.
//
// Times are processor times of the whole command, with what was compiled in the cache, less that of a run that is
// stopped after one execution: so starting the tool does not count.
//
// Main functions: measure (a program under each search), growth, memory.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string_view>

#include "harness.h"
#include "process.h"
#include "table.h"
#include "usage.h"

namespace heddle::bench {
namespace {

struct Settings {
  std::string heddle;
  double seconds = 30;  // for one search of one program
  std::string only;
  bool smoke = false;
};

struct Subject {
  const char* name;
  const char* file;  // below tests/programs, or below bench/programs if it begins with a dot
  std::vector<std::string> flags;
};

const std::vector<Subject>& subjects() {
  static const std::vector<Subject> list = {
      {"sections 3x3", "./critical_sections.c", {"-DTHREADS=3", "-DROUNDS=3"}},
      {"sections 3x5", "./critical_sections.c", {"-DTHREADS=3", "-DROUNDS=5"}},
      {"sections 5x2", "./critical_sections.c", {"-DTHREADS=5", "-DROUNDS=2"}},
      {"own locks 8x3", "./own_locks.c", {"-DTHREADS=8"}},
      {"bounded queue 2+2", "./bounded_queue.c", {}},
      {"bounded queue 3+3, one each", "./bounded_queue.c", {"-DPRODUCERS=3", "-DCONSUMERS=3", "-DITEMS=1"}},
      {"readers, writers 2+2", "./readers_writers.c", {}},
      {"readers, writers 3+2", "./readers_writers.c", {"-DREADERS=3"}},
      {"pool 2, 3 tasks", "./pool.cpp", {}},
      {"lastzero 10", "counts/lastzero_10.c", {}},
      {"filesystem 16", "counts/filesystem_16.c", {}},
      {"indexer 12", "counts/indexer_12.c", {}},
      {"philosophers 5", "philosophers/ordered_5.c", {}},
      {"thread pool", "textbook/thread_pool.cpp", {}},
      {"mcs lock", "textbook/mcs_lock.cpp", {}},
  };
  return list;
}

std::string path_of(const Subject& subject) {
  const std::string file = subject.file;
  return file[0] == '.' ? HEDDLE_BENCH_PROGRAMS + file.substr(1) : HEDDLE_TEST_PROGRAMS "/" + file;
}

struct Measured {
  std::string verdict, used;
  std::uint64_t executions = 0, transitions = 0, states = 0, matched = 0, reexplored = 0, bytes = 0;
  double seconds = 0;
};

Measured check(const Settings& settings, const Subject& subject, const std::vector<std::string>& more) {
  std::vector<std::string> words = {settings.heddle, "check", "--json", path_of(subject)};
  words.insert(words.end(), subject.flags.begin(), subject.flags.end());
  words.insert(words.end(), more.begin(), more.end());
  const CommandRun run = run_command(words);
  const auto report = nlohmann::json::parse(run.output, nullptr, false);
  if (report.is_discarded() || !report.contains("stats") || !report["bugs"].empty())
    give_up(fmt::format("{}: no figures: {}", subject.name, run.output));
  const nlohmann::json& stats = report["stats"];
  return {report["verdict"], report["used_search"], stats["executions"],  stats["transitions"], stats["states"],
          stats["matched"],  stats["reexplored"],   stats["store_bytes"], run.processor};
}

Measured search(const Settings& settings, const Subject& subject, const std::string& name) {
  check(settings, subject, {"--search", name, "--max-executions", "1"});  // fills the cache
  const double start = check(settings, subject, {"--search", name, "--max-executions", "1"}).seconds;
  Measured m = check(settings, subject, {"--search", name, "--timeout", fmt::format("{}", settings.seconds)});
  m.seconds = std::max(m.seconds - start, 0.001);
  return m;
}

struct Mean {  // geometric
  double logarithms = 0;
  unsigned count = 0;
  void add(double ratio) {
    logarithms += std::log(ratio);
    ++count;
  }
  double value() const { return count == 0 ? 1 : std::exp(logarithms / count); }
};

struct Gains {
  Mean auto_over_dpor;  // where there are many executions
  double worst = 10;    // of auto, over all programs where it takes long enough to be measured
};

void measure(const Settings& settings, const Subject& subject, Table& table, Gains& gains) {
  constexpr std::uint64_t kMany = 10'000;
  constexpr double kMeasurable = 0.2;
  Measured dpor;
  for (const char* const name : {"dpor", "optimal", "stateful", "auto"}) {
    const Measured m = search(settings, subject, name);
    if (dpor.verdict.empty()) dpor = m;
    const double gain = dpor.seconds / m.seconds;
    const bool of_auto = std::string_view(name) == "auto";
    if (of_auto && dpor.executions > kMany) gains.auto_over_dpor.add(gain);
    if (of_auto && dpor.seconds >= kMeasurable && dpor.verdict == "verified") gains.worst = std::min(gains.worst, gain);
    const auto of_states = [&](double value, const char* form) {
      return m.states == 0 ? std::string() : fmt::format(fmt::runtime(form), value / static_cast<double>(m.states));
    };
    table.add(
        {subject.name, of_auto ? fmt::format("auto: {}", m.used) : name, m.verdict, fmt::format("{}", m.executions),
         fmt::format("{}", m.transitions), m.states == 0 ? "" : fmt::format("{}", m.states),
         m.states == 0 ? ""
                       : fmt::format("{} %", 100 * (m.transitions - std::min(m.states, m.transitions)) /
                                                 std::max<std::uint64_t>(m.transitions, 1)),
         of_states(static_cast<double>(m.reexplored), "{:.1f}"), of_states(static_cast<double>(m.bytes), "{:.0f}"),
         m.states == 0 ? "" : count(static_cast<double>(m.states) / m.seconds), fmt::format("{:.0f}", 1000 * m.seconds),
         fmt::format("{:.2f}{}", gain, dpor.verdict == "verified" ? "" : " at least")});
  }
}

int programs(const Settings& settings) {
  Table table({"program", "search", "verdict", "executions", "transitions", "states", "known", "again", "bytes",
               "states/s", "ms", "dpor / this"});
  Gains gains;
  bool first = true;
  for (const Subject& subject : subjects()) {
    if (!settings.only.empty() && settings.only != subject.name) continue;
    if (!first) table.rule();
    first = false;
    measure(settings, subject, table, gains);
    if (settings.smoke) break;
  }
  if (first) give_up(fmt::format("no program '{}'", settings.only));
  fmt::print(
      "known: steps that led to a known state; again: visits to a known state that had something left, a state.\n\n");
  table.print();
  if (gains.auto_over_dpor.count > 0)
    fmt::print(
        "auto against dpor where that needs more than 10 000 executions, geometric mean over {} programs: {:.1f} "
        "times as fast (wanted: {})\n",
        gains.auto_over_dpor.count, gains.auto_over_dpor.value(), at_least(gains.auto_over_dpor.value(), 10));
  if (gains.worst < 10)
    fmt::print("auto where it does worst: {:.2f} times as fast as dpor (wanted: {})\n\n", gains.worst,
               at_least(gains.worst, 1 / 1.2));
  return 0;
}

int growth(const Settings& settings) {
  Table table({"threads", "states", "2^N", "transitions", "N 2^N", "again", "ms", "executions of optimal: N!"});
  double orders = 1;
  for (unsigned n = 2; n <= (settings.smoke ? 4 : 12); ++n) {
    orders *= n;
    const Subject subject = {"one lock", "./critical_sections.c", {fmt::format("-DTHREADS={}", n), "-DROUNDS=1"}};
    const Measured m = search(settings, subject, "stateful");
    table.add({fmt::format("{}", n), fmt::format("{}", m.states), fmt::format("{}", 1u << n),
               fmt::format("{}", m.transitions), fmt::format("{}", n << n), fmt::format("{}", m.reexplored),
               fmt::format("{:.0f}", 1000 * m.seconds), count(orders)});
  }
  fmt::print("N threads under one lock, stateful.\n\n");
  table.print();
  return 0;
}

int memory(const Settings& settings) {
  Table table({"heap", "written before", "kilobytes", "verdict", "states", "transitions", "ms", "states/s"});
  for (const char* const fill : {"100000000", "512"}) {  // every so many words; the first is always written
    double small = 0;
    for (const unsigned kilobytes : {64u, settings.smoke ? 1024u : 65'536u}) {
      const Subject subject = {"heap",
                               "./large_heap.c",
                               {fmt::format("-DKB={}", kilobytes), fmt::format("-DFILL={}", fill),
                                settings.smoke ? "-DROUNDS=4" : "-DROUNDS=7"}};
      const Measured m = search(settings, subject, "stateful");
      const double rate = static_cast<double>(m.states) / m.seconds;
      const bool is_small = small == 0;
      if (is_small) small = rate;
      table.add({"stateful", std::string_view(fill) == "512" ? "a word of each page" : "nothing",
                 fmt::format("{}", kilobytes), m.verdict, fmt::format("{}", m.states), fmt::format("{}", m.transitions),
                 fmt::format("{:.0f}", 1000 * m.seconds),
                 is_small
                     ? count(rate)
                     : fmt::format("{} ({:.2f}, wanted: {})", count(rate), rate / small, at_least(rate / small, 0.5))});
    }
    table.rule();
  }
  table.print();
  return 0;
}

}  // namespace
}  // namespace heddle::bench

// bench_stateful --heddle PATH [--smoke] [--seconds S] [--only PROGRAM]
int main(int argc, char** argv) {
  using namespace heddle::bench;
  Settings settings;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    const bool has_value = i + 1 < argc;
    if (word == "--smoke") {
      settings.smoke = true;
      settings.seconds = 5;
    } else if (word == "--heddle" && has_value) {
      settings.heddle = argv[++i];
    } else if (word == "--seconds" && has_value) {
      settings.seconds = std::atof(argv[++i]);
    } else if (word == "--only" && has_value) {
      settings.only = argv[++i];
    } else {
      wrong_usage("bench_stateful --heddle PATH [--smoke] [--seconds S] [--only PROGRAM]");
    }
  }
  if (settings.heddle.empty()) wrong_usage("bench_stateful --heddle PATH [--smoke] [--seconds S] [--only PROGRAM]");
  return programs(settings) + (settings.only.empty() ? growth(settings) + memory(settings) : 0);
}
