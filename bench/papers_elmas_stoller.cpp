// The programs of two papers (examples/papers), what the papers say of them and what Heddle measures.
//
//  * Elmas, Qadeer and Tasiran 2006, section 7: each program under `stateful`, beside the stateless `dpor` and
//  `optimal`,
//    with the tool's own verdict; the version with a seeded bug under `stateful`. The paper gives no figures but one:
//    four of the programs are verified after one interleaving.
//  * Stoller 2002, figure 1: the control states of M_ex (tests/states/count_states.h says what that is).
//  * Stoller 2002, figure 4: all states, without partial-order reduction, for fine and for reduced transitions, with
//    a detector and without. His fine transitions are bytecodes, which push and pop and compute; ours are accesses to
//    memory that several threads may reach, acquires and releases. So our fine systems are smaller than his, and so
//    is what the reduction can take away: the ratios of the two are no measure of each other.
//  * How many states of each program are alike, and what they differ in (tests/states/alike.h).
//
// Status 1 if a verdict or a count that the papers fix is another. Main functions: elmas, figure_1, figure_4,
// alike.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "alike.h"
#include "cli/prepare.h"
#include "count_states.h"
#include "harness.h"
#include "process.h"
#include "table.h"
#include "usage.h"

namespace heddle::bench {
namespace {

const std::string kElmas = HEDDLE_EXAMPLES "/papers/elmas/";
const std::string kStoller = HEDDLE_EXAMPLES "/papers/stoller/";

// ---- Elmas, Qadeer, Tasiran ----

struct Subject {
  const char* name;
  const char* file;  // without "_broken" and the extension
  const char* extension;
  bool one_interleaving;  // in the paper
};

constexpr Subject kSubjects[] = {
    {"Indexer", "indexer", ".c", true},
    {"FileSystem", "file_system", ".c", true},
    {"IndependentWork1", "independent_work_1", ".cpp", true},
    {"IndependentWork2", "independent_work_2", ".cpp", true},
    {"HaltException", "halt_exception", ".cpp", false},
    {"BlinkTree", "blink_tree", ".cpp", false},
    {"IOManager", "io_manager", ".cpp", false},
};

// A row; false: another verdict than this, or more executions than one where the paper has one.
bool check(const std::string& heddle, const Subject& subject, bool broken, const std::string& search, Table& table) {
  const std::string file = kElmas + subject.file + (broken ? "_broken" : "") + subject.extension;
  const CommandRun run =
      run_command({heddle, "check", "--json", "--search", search, "--timeout", "60", "--save", "/dev/null", file});
  const auto report = nlohmann::json::parse(run.output, nullptr, false);
  if (report.is_discarded() || !report.contains("stats")) give_up(file + ": no verdict: " + run.output);
  std::string verdict = report["verdict"];
  const bool right = verdict == (broken ? "bug" : "verified");
  if (verdict == "bug") verdict = report["bugs"][0]["kind"];
  const auto& stats = report["stats"];
  const auto figure = [&](const char* name) { return stats[name].get<std::uint64_t>(); };
  const bool expects_one = subject.one_interleaving && !broken && search == "stateful";
  const bool one = !expects_one || figure("executions") == 1;
  const std::string paper = broken ? "" : subject.one_interleaving ? "verified, one interleaving" : "verified";
  table.add({subject.name + std::string(broken ? ", seeded bug" : ""), search, verdict,
             fmt::format("{}", figure("executions")), fmt::format("{}", figure("blocked")),
             search == "stateful" ? fmt::format("{}", figure("states")) : "", fmt::format("{}", figure("transitions")),
             fmt::format("{:.1f}", stats["wall_ms"].get<double>()), paper, right && one ? "" : "NOT AS EXPECTED"});
  return right && one;
}

bool elmas(const std::string& heddle, bool smoke) {
  Table table({"program", "search", "verdict", "executions", "blocked", "states", "transitions", "ms", "paper", ""});
  bool good = true;
  for (const Subject& subject : kSubjects) {
    if (&subject != kSubjects) table.rule();
    for (const char* search : {"stateful", "dpor", "optimal"}) good &= check(heddle, subject, false, search, table);
    good &= check(heddle, subject, true, "stateful", table);
    if (smoke) break;
  }
  fmt::print("Elmas, Qadeer, Tasiran 2006, section 7. ms: of the search, not of compiling.\n\n");
  table.print();
  return good;
}

// ---- Stoller ----

// Lines become the letters of the paper, in their order; the end is the last.
std::string letters(const std::set<std::vector<unsigned>>& all, const std::set<std::vector<unsigned>>& some) {
  std::set<unsigned> lines[2];
  for (const std::vector<unsigned>& state : all)
    for (std::size_t i = 0; i < 2; ++i)
      if (state[i] != 0) lines[i].insert(state[i]);
  std::set<std::string> names;
  for (const std::vector<unsigned>& state : some) {
    std::string name;
    for (std::size_t i = 0; i < 2; ++i) {
      const auto at = state[i] == 0 ? lines[i].end() : lines[i].find(state[i]);
      name += static_cast<char>('a' + std::distance(lines[i].begin(), at));
    }
    names.insert(name);
  }
  return fmt::format("{}", fmt::join(names, " "));
}

bool figure_1() {
  const auto program = load(kStoller + "m_ex.c", {});
  const auto all = states::count_control_states(program->image(), Visibility::All, 2);
  const auto reduced = states::count_control_states(program->image(), Visibility::Sync, 2);
  fmt::print(
      "\nStoller 2002, figure 1: M_ex has {} control states (paper: 30)\n  {}\nand the reduced system {} "
      "(paper: 9)\n  {}\n",
      all.size(), letters(all, all), reduced.size(), letters(all, reduced));
  const auto of_machine = [&](Visibility visible) {
    return states::count_states(program->image(), visible, "none", 1'000'000).states;
  };
  fmt::print("The machine has {} and {} states: `x++` is a read and a write, the releases are two, and main ends.\n",
             of_machine(Visibility::All), of_machine(Visibility::Sync));
  return all.size() == 30 && reduced.size() == 9;
}

struct Published {
  std::uint64_t states;
  double megabytes, seconds;
};
struct Measured4 {
  const char* name;
  const char* file;
  Published fine[2], reduced[2];  // without and with the lockset algorithm
};

constexpr Measured4 kFigure4[] = {
    {"HaltException",
     "halt_exception.c",
     {{201'688, 56.1, 245.3}, {323'854, 92.3, 1729.9}},
     {{788, 0.78, 19.7}, {788, 0.83, 92.8}}},
    {"Clean", "clean.c", {{58'370, 15.9, 77.9}, {58'370, 13.7, 167.0}}, {{209, 0.55, 10.3}, {209, 0.56, 11.6}}},
};

bool figure_4(const Measured4& subject, Table& table) {
  constexpr const char* kDetectors[] = {"none", "goldilocks"};
  const auto program = load(kStoller + subject.file, {});
  states::Counted counted[2][2];
  bool good = true;
  for (const bool reduced : {false, true})
    for (const std::size_t on : {0u, 1u}) {
      states::Counted& c = counted[reduced][on];
      c = states::count_states(program->image(), reduced ? Visibility::Sync : Visibility::All, kDetectors[on],
                               10'000'000);
      const Published& p = (reduced ? subject.reduced : subject.fine)[on];
      table.add({subject.name, reduced ? "synchronisation" : "access", on ? "on" : "off", fmt::format("{}", c.states),
                 fmt::format("{}", c.bytes / c.states), fmt::format("{:.2f}", static_cast<double>(c.bytes) * 1e-6),
                 fmt::format("{:.1f}", c.seconds * 1000), reduced ? "reduced" : "bytecode", fmt::format("{}", p.states),
                 fmt::format("{:.2f}", p.megabytes), fmt::format("{:.1f}", p.seconds), c.problem});
      good &= c.problem.empty();
    }
  const auto ratio = [](std::uint64_t a, std::uint64_t b) { return static_cast<double>(a) / static_cast<double>(b); };
  table.add({subject.name, "ratio", "off", fmt::format("{:.1f}", ratio(counted[0][0].states, counted[1][0].states)), "",
             fmt::format("{:.1f}", ratio(counted[0][0].bytes, counted[1][0].bytes)),
             fmt::format("{:.1f}", counted[0][0].seconds / counted[1][0].seconds), "",
             fmt::format("{:.0f}", ratio(subject.fine[0].states, subject.reduced[0].states)),
             fmt::format("{:.1f}", subject.fine[0].megabytes / subject.reduced[0].megabytes),
             fmt::format("{:.1f}", subject.fine[0].seconds / subject.reduced[0].seconds), ""});
  return good && counted[1][0].states == counted[1][1].states;
}

bool stoller() {
  bool good = figure_1();
  Table table(
      {"program", "transitions", "detector", "states", "bytes each", "MB", "ms", "paper:", "states", "MB", "s", ""});
  for (const Measured4& subject : kFigure4) {
    if (&subject != kFigure4) table.rule();
    good &= figure_4(subject, table);
  }
  fmt::print(
      "\nStoller 2002, figure 4, on the right. All states, no other reduction; bytes of their exact images (a search "
      "keeps 24\n"
      "bytes of each), processor time of the walk. A bytecode is much less than an access, so the ratios cannot be "
      "equal.\n\n");
  table.print();
  return good;
}

// ---- states that are alike ----

void alike(bool smoke) {
  Table table({"program", "states", "steps", "alike", "differ only in"});
  const auto measure = [&](const std::string& name, const std::string& file) {
    const auto program = load(file, {});
    const states::Counted all = states::count_states(program->image(), Visibility::Sync, "none", 1'000'000);
    const states::Alike found = states::find_alike(program->image(), Visibility::Sync);
    table.add({name, fmt::format("{}", found.states), fmt::format("{}", all.steps),
               fmt::format("{}", found.states - found.classes), ""});
    std::vector<std::pair<std::uint64_t, std::string>> parts;
    for (const auto& [part, count] : found.differences) parts.emplace_back(count, part);
    std::ranges::sort(parts, std::greater<>());
    for (const auto& [count, part] : parts) table.add({"", "", "", fmt::format("{}", count), part});
  };
  for (const Measured4& subject : kFigure4) measure(subject.name + std::string(" (Stoller)"), kStoller + subject.file);
  for (const Subject& subject : kSubjects) {
    // Thirteen threads that do not meet: a search with reduction needs one interleaving, this walk all of their states.
    if (smoke || subject.extension == std::string_view(".c")) continue;
    measure(subject.name, kElmas + subject.file + subject.extension);
  }
  fmt::print(
      "\nAll states and steps between them (--visible sync, no reduction), and states from which the program goes on "
      "in the\n"
      "same ways as from another one\n\n");
  table.print();
}

}  // namespace
}  // namespace heddle::bench

int main(int argc, char** argv) {
  constexpr const char* kUsage = "bench_papers_elmas_stoller --heddle TOOL [--smoke]";
  heddle::cli::fix_addresses(argv);
  std::string heddle;
  bool smoke = false;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--heddle" && i + 1 < argc) {
      heddle = argv[++i];
    } else if (word == "--smoke") {
      smoke = true;
    } else {
      heddle::bench::wrong_usage(kUsage);
    }
  }
  if (heddle.empty()) heddle::bench::wrong_usage(kUsage);
  const bool one = heddle::bench::elmas(heddle, smoke);
  const bool other = heddle::bench::stoller();
  heddle::bench::alike(smoke);
  return one && other ? 0 : 1;
}
