// Table 1 of Wang, Yang, Gupta and Gopalakrishnan (2008) with our rows, on our versions of their programs
// (examples/papers/wang), and what pruning costs where it prunes nothing.
//
//   table 1    for each program: the paper's baseline (dpor without sleep sets, every access a scheduling point), our
//              best dpor, and pruning: executions, transitions, seconds, checks, checks that held, backtracks skipped.
//              `wanted`: baseline / pruning in executions, at least the paper's, where there is no race.
//   overhead   dpor and pruning on programs whose checks do not hold, some of them with inert locks: time of an
//              execution, relative (wanted: at most 2; the paper's is up to 20). Each the fastest of five, in turn.
//   programs   how often pruning needs fewer executions than dpor, over the race-free programs of a few folders.
//
// Counts compare with the paper's only as ratios: the programs are ours, and a transition of theirs is an access. A
// baseline that is not done within the time is a lower bound, and its ratio too; it gets more time if that is not the
// paper's yet.
//
// Main functions: table_1, overhead, programs.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string_view>

#include "process.h"
#include "table.h"
#include "usage.h"

namespace heddle::bench {
namespace {

struct Settings {
  std::string heddle;
  double seconds = 20;  // for one search of one program
  std::string only;
  bool smoke = false;
};

struct Measured {
  std::string verdict = "-";
  std::uint64_t executions = 0, transitions = 0, checks = 0, held = 0, skipped = 0;
  double seconds = 0;  // of processor time, starting the tool included
  bool decided() const { return verdict == "verified" || verdict == "bug"; }
};

Measured check(const Settings& settings, std::vector<std::string> words) {
  words.insert(words.begin(), {settings.heddle, "check", "--json", "--property", "race", "--save", "/dev/null"});
  if (std::find(words.begin(), words.end(), "--timeout") == words.end())
    words.insert(words.end(), {"--timeout", fmt::format("{}", settings.seconds)});
  const CommandRun run = run_command(words);
  const nlohmann::json json = nlohmann::json::parse(run.output, nullptr, false);
  Measured m;
  if (json.is_discarded() || !json.contains("stats")) return m;
  const nlohmann::json& stats = json["stats"];
  m.verdict = json["verdict"];
  m.executions = stats["executions"];
  m.transitions = stats["transitions"];
  m.checks = stats.value("checks", std::uint64_t{0});
  m.held = stats.value("checks_held", std::uint64_t{0});
  m.skipped = stats.value("pruned", std::uint64_t{0});
  m.seconds = run.processor;
  return m;
}

Measured check(const Settings& settings, const std::string& file, std::vector<std::string> flags,
               const std::vector<std::string>& search) {
  flags.push_back(file);
  flags.insert(flags.end(), search.begin(), search.end());
  return check(settings, flags);
}

const std::vector<std::string> kBaseline = {"--search", "dpor", "--no-sleep", "--visible", "all"};
const std::vector<std::string> kDpor = {"--search", "dpor"};
const std::vector<std::string> kPruning = {"--search", "pruning"};

// ---- table 1 -------------------------------------------------------------------------------------------------------

struct Row {
  const char* name;
  const char* file;
  std::vector<std::string> flags;
  bool races;
  unsigned paper_dpor, paper_pdp, paper_checks, paper_yes, paper_skip;  // traces; 0: more than an hour
};

const std::vector<Row>& rows() {
  static const std::vector<Row> list = {
      {"fdrd2", "fdrd.c", {}, true, 89, 14, 88, 75, 75},
      {"fdrd4", "fdrd.c", {"-DROUNDS=2"}, true, 233, 68, 232, 165, 165},
      {"qsort", "quicksort.c", {}, false, 4, 1, 2, 2, 2},
      {"pfscan-good", "scanner.c", {}, false, 2519, 182, 398, 217, 217},
      {"pfscan-bug", "scanner_broken.c", {}, true, 31, 10, 5, 5, 6},
      {"aget 3", "downloader.c", {"-DTHREADS=3"}, false, 3432, 1, 6, 6, 9},
      {"aget 4", "downloader.c", {"-DTHREADS=4"}, false, 0, 1, 9, 9, 18},
      {"aget 5", "downloader.c", {"-DTHREADS=5"}, false, 0, 1, 12, 12, 30},
      {"bzip2smp 4", "compressor.c", {"-lbz2", "-DTHREADS=4"}, false, 1465, 45, 48, 5, 5},
      {"bzip2smp 5", "compressor.c", {"-lbz2", "-DTHREADS=5"}, false, 2316, 45, 48, 5, 7},
      {"bzip2smp 6", "compressor.c", {"-lbz2", "-DTHREADS=6"}, false, 3167, 45, 48, 5, 9},
      {"bzip2smp2 10", "compressor.c", {"-lbz2", "-DTHREADS=10"}, false, 7327, 45, 48, 5, 17},
  };
  return list;
}

std::string executions(const Measured& m) {
  if (m.verdict == "-") return "-";
  return fmt::format("{}{}", m.decided() ? "" : "> ", m.executions);
}

double paper_ratio(const Row& row) { return row.races ? 0 : static_cast<double>(row.paper_dpor) / row.paper_pdp; }

std::string reduction(const Row& row, const Measured& baseline, const Measured& pruning) {
  if (row.races || !pruning.decided() || pruning.executions == 0) return row.races ? "a race" : "";
  const double ours = static_cast<double>(baseline.executions) / static_cast<double>(pruning.executions);
  return fmt::format("{}{:.0f} {}", baseline.decided() ? "" : "> ", ours, at_least(ours, std::round(paper_ratio(row))));
}

constexpr double kMoreTime = 20;  // times the usual, for a baseline that has not come to the paper's ratio

Measured measure_baseline(const Settings& settings, const std::string& file, const Row& row, const Measured& pruning) {
  const Measured found = check(settings, file, row.flags, kBaseline);
  const double wanted = std::round(paper_ratio(row)) * static_cast<double>(pruning.executions);
  if (found.decided() || !pruning.decided() || static_cast<double>(found.executions) >= wanted) return found;
  std::vector<std::string> words = kBaseline;
  words.insert(words.end(), {"--max-executions", fmt::format("{:.0f}", wanted + 1), "--timeout",
                             fmt::format("{}", kMoreTime * settings.seconds)});
  return check(settings, file, row.flags, words);
}

void table_1(const Settings& settings) {
  Table table({"program", "paper: dpor", "pdp",     "chk",     "yes",
               "skip",    "baseline",    "trans",   "s",       "dpor",
               "trans",   "s",           "pruning", "trans",   "s",
               "chk",     "yes",         "skip",    "verdict", "baseline / pruning"});
  for (const Row& row : rows()) {
    if (std::string_view(row.name).find(settings.only) == std::string_view::npos) continue;
    const std::string file = std::string(HEDDLE_EXAMPLES "/papers/wang/") + row.file;
    const Measured pruning = check(settings, file, row.flags, kPruning);
    const Measured dpor = check(settings, file, row.flags, kDpor);
    const Measured baseline = measure_baseline(settings, file, row, pruning);
    const auto number = [](std::uint64_t n) { return fmt::format("{}", n); };
    const auto seconds = [](const Measured& m) { return fmt::format("{:.2f}", m.seconds); };
    table.add({row.name,
               row.paper_dpor == 0 ? "> 1 h" : number(row.paper_dpor),
               number(row.paper_pdp),
               number(row.paper_checks),
               number(row.paper_yes),
               number(row.paper_skip),
               executions(baseline),
               number(baseline.transitions),
               seconds(baseline),
               executions(dpor),
               number(dpor.transitions),
               seconds(dpor),
               executions(pruning),
               number(pruning.transitions),
               seconds(pruning),
               number(pruning.checks),
               number(pruning.held),
               number(pruning.skipped),
               pruning.verdict,
               reduction(row, baseline, pruning)});
    if (settings.smoke) break;
  }
  fmt::print("Table 1: executions (traces) of the paper and ours; '>': stopped after {} s.\n\n", settings.seconds);
  table.print();
}

// ---- overhead ------------------------------------------------------------------------------------------------------

struct Subject {
  const char* name;
  const char* file;
  std::vector<std::string> flags;
};

const std::vector<Subject>& subjects() {
  static const std::vector<Subject> list = {
      {"bounded queue 2+2", "bench/programs/bounded_queue.c", {}},
      {"bounded queue 3+3", "bench/programs/bounded_queue.c", {"-DPRODUCERS=3", "-DCONSUMERS=3"}},
      {"2+2, an inert lock", "bench/programs/bounded_queue.c", {"-DTALLY"}},
      {"3+3, an inert lock", "bench/programs/bounded_queue.c", {"-DTALLY", "-DPRODUCERS=3", "-DCONSUMERS=3"}},
      {"pool", "bench/programs/pool.cpp", {"-DTASKS=5"}},
      {"scanner, inert locks", "examples/papers/wang/scanner.c", {}},
  };
  return list;
}

// Processor time from the second execution on: of the fastest of several commands, without that of the fastest one that
// ends after the first execution. (A difference of two in turn is smallest where the short one was slow.)
struct Paced {
  std::uint64_t executions = 0, transitions = 0, checks = 0;
  double first = 1e9, all = 1e9;
  double seconds() const { return all - first; }
  double each() const { return seconds() / std::max<double>(1, static_cast<double>(executions) - 1); }
};

void pace(const Settings& settings, const Subject& subject, const std::vector<std::string>& search, Paced& best) {
  const auto timed = [&](const char* most) {
    std::vector<std::string> words = search;
    words.insert(words.end(), {"--max-executions", most});
    return check(settings, std::string(HEDDLE_SOURCE "/") + subject.file, subject.flags, words);
  };
  const Measured one = timed("1"), all = timed(settings.smoke ? "20" : "60000");
  best = {all.executions, all.transitions, all.checks, std::min(best.first, one.seconds),
          std::min(best.all, all.seconds)};
}

void overhead(const Settings& settings) {
  Table table({"program", "dpor: executions", "transitions", "s", "pruning: executions", "transitions", "checks", "s",
               "ratio"});
  for (const Subject& subject : subjects()) {
    Paced dpor, pruning;
    for (unsigned turn = 0; turn < (settings.smoke ? 1 : 5); ++turn) {
      pace(settings, subject, kDpor, dpor);
      pace(settings, subject, kPruning, pruning);
    }
    const auto number = [](std::uint64_t n) { return fmt::format("{}", n); };
    const double ratio = pruning.each() / dpor.each();
    table.add({subject.name, number(dpor.executions), number(dpor.transitions), fmt::format("{:.3f}", dpor.seconds()),
               number(pruning.executions), number(pruning.transitions), number(pruning.checks),
               fmt::format("{:.3f}", pruning.seconds()), fmt::format("{:.2f} {}", ratio, at_most(ratio, 2))});
    if (settings.smoke) break;
  }
  fmt::print("\nTime of an execution, pruning / dpor, where checks do not hold.\n\n");
  table.print();
}

// ---- programs ------------------------------------------------------------------------------------------------------

// The first lines say that the program has no bug, and with which flags it is built.
bool expects_verified(const std::filesystem::path& file, std::vector<std::string>& flags) {
  std::ifstream in(file);
  bool verified = false;
  for (std::string line; std::getline(in, line) && line.starts_with("//");) {
    verified |= line == "// expect: verified";
    if (line.starts_with("// flags: ")) {
      std::istringstream words(line.substr(10));
      for (std::string word; words >> word;) flags.push_back(word);
    }
    if (line.starts_with("// arguments: ")) return false;
  }
  return verified;
}

void programs(const Settings& settings) {
  Table table(
      {"folder", "programs", "with several executions", "pruning: fewer", "one", "dpor: executions", "pruning"});
  for (const char* folder : {"/examples", "/tests/programs/textbook", "/tests/programs/idioms"}) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(std::string(HEDDLE_SOURCE) + folder))
      if (entry.path().extension() == ".c" || entry.path().extension() == ".cpp") files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    unsigned all = 0, several = 0, fewer = 0, one = 0;
    std::uint64_t by_dpor = 0, by_pruning = 0;
    for (const std::filesystem::path& file : files) {
      std::vector<std::string> flags;
      if (!expects_verified(file, flags)) continue;
      const Measured dpor = check(settings, file, flags, kDpor), pruning = check(settings, file, flags, kPruning);
      if (dpor.verdict != "verified" || pruning.verdict != "verified") continue;
      ++all;
      several += dpor.executions > 1;
      fewer += pruning.executions < dpor.executions;
      one += dpor.executions > 1 && pruning.executions == 1;
      by_dpor += dpor.executions;
      by_pruning += pruning.executions;
      if (settings.smoke) break;
    }
    table.add({folder + 1, fmt::format("{}", all), fmt::format("{}", several), fmt::format("{}", fewer),
               fmt::format("{}", one), fmt::format("{}", by_dpor), fmt::format("{}", by_pruning)});
  }
  fmt::print("\nRace-free programs that both verify within {} s.\n\n", settings.seconds);
  table.print();
}

}  // namespace
}  // namespace heddle::bench

// bench_papers_wang --heddle FILE [--table 1|overhead|programs] [--program NAME] [--seconds S] [--smoke]
int main(int argc, char** argv) {
  using namespace heddle::bench;
  Settings settings;
  std::string table;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    const bool has_value = i + 1 < argc;
    if (word == "--smoke")
      settings.smoke = true;
    else if (word == "--seconds" && has_value)
      settings.seconds = std::atof(argv[++i]);
    else if (word == "--heddle" && has_value)
      settings.heddle = argv[++i];
    else if (word == "--program" && has_value)
      settings.only = argv[++i];
    else if (word == "--table" && has_value)
      table = argv[++i];
    else
      wrong_usage(
          "bench_papers_wang --heddle FILE [--table 1|overhead|programs] [--program NAME] [--seconds S] [--smoke]");
  }
  if (settings.heddle.empty()) wrong_usage("bench_papers_wang --heddle FILE ...");
  if (table.empty() || table == "1") table_1(settings);
  if (table.empty() || table == "overhead") overhead(settings);
  if (table.empty() || table == "programs") programs(settings);
}
