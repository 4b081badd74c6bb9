// What grows with the program: how fast a search steps when executions become long or the program's memory large, what
// allocating and freeing costs when much of it lies between two scheduling points, what the random schedules cost that
// `auto` tries beside its search, and what each detector costs where programs compute. The best of several runs.
//
//   steps      two threads, each with an atomic of its own: transitions per second by the length of the execution
//   sizes      critical sections in a program with much memory: the time of a step by how much that is
//   files      threads that write a file beside a large one that does not change: the time of a step by how much that
//   is blocks     two threads that allocate and free within one transition: time and peak memory by number and size
//   bursts     programs that are verified: `auto` beside the same search without bursts
//   detectors  one execution of programs that compute, under each detector
//
// Steps, files, blocks and bursts by the tool itself, as a user runs it, with the figures of its reports; the others in
// this process. Main functions: steps, sizes, files, blocks, bursts, detectors.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string_view>

#include "cli/prepare.h"
#include "harness.h"
#include "process.h"
#include "table.h"
#include "usage.h"

namespace heddle::bench {
namespace {

struct Settings {
  std::string heddle;
  std::string only;  // one of the tables
  unsigned repetitions = 3;
  bool smoke = false;
};

struct Figures {
  double milliseconds = 0, transitions = 0, peak_mb = 0;
  double processor = 0;  // milliseconds, with what comes before the search
};

Figures best(const Settings& settings, const std::string& search, const std::string& file,
             const std::vector<std::string>& flags, unsigned repetitions) {
  std::vector<std::string> command = {settings.heddle, "check", "--json", "--search", search};
  command.insert(command.end(), flags.begin(), flags.end());
  command.push_back(file);
  Figures least;
  for (unsigned i = 0; i < repetitions; ++i) {
    const CommandRun run = run_command(command);
    const nlohmann::json report = nlohmann::json::parse(run.output, nullptr, false);
    if (report.is_discarded() || report["verdict"] != "verified") give_up(fmt::format("{} is not verified", file));
    const nlohmann::json& stats = report["stats"];
    const Figures now = {stats["wall_ms"], stats["transitions"], stats["peak_rss_kb"].get<double>() / 1024,
                         run.processor * 1000};
    if (i == 0 || now.milliseconds < least.milliseconds) least = now;
  }
  return least;
}

std::string own_program(const char* name) { return fmt::format("{}/{}", HEDDLE_BENCH_PROGRAMS, name); }

void steps(const Settings& settings) {
  fmt::print("Two threads, each with an atomic of its own: transitions per second (wanted: within 2 times of the best).\n\n");
  const std::vector<long> lengths =
      settings.smoke ? std::vector<long>{200, 2000} : std::vector<long>{100, 1000, 10'000, 100'000, 1'000'000};
  Table table({"search", "steps", "ms", "transitions/s", "peak MB"});
  for (const char* search : {"dpor", "optimal"}) {
    for (const long length : lengths) {
      const Figures f = best(settings, search, own_program("own_atomics.c"), {fmt::format("-DSTEPS={}", length)},
                             settings.repetitions);
      table.add({search, fmt::format("{}", length), fmt::format("{:.1f}", f.milliseconds),
                 count(f.transitions * 1000 / f.milliseconds), fmt::format("{:.0f}", f.peak_mb)});
    }
    table.rule();
  }
  table.print();
}

// Processor time of a step, in nanoseconds, without what comes before the first.
double step_cost(const Image& image, const Settings& settings) {
  CheckOptions options;
  options.search = "dfs";
  options.exit_statuses = {};  // a second machine of a process begins with the memory that the first one left
  CheckOptions first = options;
  first.bounds.executions = 1;
  double best = 0;
  for (unsigned i = 0; i < settings.repetitions; ++i) {
    const Exploration one = explore(image, first, 0);
    const Exploration all = explore(image, options, 0);
    const double cost = (all.seconds - one.seconds) * 1e9 / static_cast<double>(all.stats.transitions - one.stats.transitions);
    best = i == 0 ? cost : std::min(best, cost);
  }
  return best;
}

void sizes(const Settings& settings) {
  fmt::print(
      "Three threads with critical sections in a program with so much memory, of which each section writes a word, always\n"
      "in the same page or in one of eight: a step of dfs with clocks (wanted: at most 1.5 times the one with 12 KB).\n\n");
  Table table({"KB", "pages", "ns a step", "ratio", "wanted"});
  double small = 0;
  for (const long kilobytes : {12L, 64L, 1024L, 16384L, 65536L}) {
    for (const int pages : {1, 8}) {
      if (kilobytes == 12 && pages > 1) continue;
      const auto program = load(own_program("large_state.c"), {fmt::format("-DKB={}", kilobytes), fmt::format("-DSPREAD={}", pages)});
      const double cost = step_cost(program->image(), settings);
      if (small == 0) small = cost;
      table.add({fmt::format("{}", kilobytes), fmt::format("{}", pages), fmt::format("{:.0f}", cost),
                 fmt::format("{:.2f}", cost / small), at_most(cost / small, 1.5)});
    }
    if (settings.smoke && kilobytes > 12) break;
  }
  table.print();
}

// The same of a program that keeps something in src/library, by the tool: eight rounds of it less one.
double command_step_cost(const Settings& settings, const std::string& file, const std::vector<std::string>& flags) {
  const auto figures = [&](int rounds) {
    Figures least;
    for (unsigned i = 0; i < settings.repetitions; ++i) {
      std::vector<std::string> all = flags;
      all.push_back(fmt::format("-DROUNDS={}", rounds));
      const Figures now = best(settings, "dpor", file, all, 1);
      if (i == 0 || now.processor < least.processor) least = now;
    }
    return least;
  };
  const Figures one = figures(1), all = figures(settings.smoke ? 4 : 8);
  return (all.processor - one.processor) * 1e6 / (all.transitions - one.transitions);
}

void files(const Settings& settings) {
  fmt::print(
      "Two threads that write to a file, beside one of so many kilobytes that does not change: a step of dpor with "
      "clocks\n"
      "(wanted: at most 1.1 times the one with a page on disk).\n\n");
  Table table({"content", "KB", "ns a step", "ratio", "wanted"});
  const std::filesystem::path on_disk = std::filesystem::temp_directory_path() / "heddle_bench_content";
  double least = 0;
  for (const long kilobytes : {4L, 64L, 10240L}) {
    std::ofstream(on_disk) << std::string(static_cast<std::size_t>(kilobytes) * 1024, 'a');
    for (const bool own : {false, true}) {
      std::vector<std::string> flags = {fmt::format("-DKB={}", kilobytes)};
      if (!own) flags.push_back(fmt::format("-DNAME=\"{}\"", on_disk.string()));
      const double cost = command_step_cost(settings, own_program("file_content.c"), flags);
      if (least == 0) least = cost;
      table.add({own ? "written" : "on disk", fmt::format("{}", kilobytes), fmt::format("{:.0f}", cost),
                 fmt::format("{:.2f}", cost / least), at_most(cost / least, 1.1)});
    }
    if (settings.smoke) break;
  }
  std::filesystem::remove(on_disk);
  table.print();
}

void blocks(const Settings& settings) {
  struct Size {
    long number, bytes;
  };
  fmt::print("Two threads, each with so many blocks allocated and freed in one transition.\n\n");
  const std::vector<Size> sizes =
      settings.smoke ? std::vector<Size>{{100, 64}}
                     : std::vector<Size>{{10'000, 64}, {100'000, 64}, {1'000'000, 64}, {2000, 65536}, {20'000, 65536}};
  Table table({"blocks", "bytes", "ms", "us a block", "peak MB"});
  for (const Size& size : sizes) {
    const Figures f =
        best(settings, "dpor", own_program("own_blocks.c"),
             {fmt::format("-DCOUNT={}", size.number), fmt::format("-DSIZE={}", size.bytes)}, settings.repetitions);
    table.add({fmt::format("{}", size.number), fmt::format("{}", size.bytes), fmt::format("{:.1f}", f.milliseconds),
               fmt::format("{:.2f}", f.milliseconds * 500 / static_cast<double>(size.number)),
               fmt::format("{:.0f}", f.peak_mb)});
  }
  table.print();
}

void bursts(const Settings& settings) {
  struct Subject {
    const char* name;
    std::string file;
    std::vector<std::string> flags;
  };
  fmt::print(
      "Verified programs: auto, which tries random schedules meanwhile, and the same search without them, in\n"
      "processor time.\n\n");
  const std::vector<Subject> subjects = {
      {"sections 3x3", own_program("critical_sections.c"), {"-DTHREADS=3", "-DROUNDS=3"}},
      {"pool of two", HEDDLE_TEST_PROGRAMS "/easy/pool_of_two.cpp", {"-std=c++17"}},
      {"ordered locks", HEDDLE_TEST_PROGRAMS "/easy/ordered_among_few.c", {}}};
  Table table({"program", "transitions", "dpor ms", "auto ms", "ratio"});
  for (const Subject& subject : subjects) {
    Figures with, without;
    for (unsigned i = 0; i < settings.repetitions; ++i) {  // in turn: the machine may be faster now and slower then
      const Figures own = best(settings, "auto", subject.file, subject.flags, 1);
      const Figures other = best(settings, "dpor", subject.file, subject.flags, 1);
      if (i == 0 || own.processor < with.processor) with = own;
      if (i == 0 || other.processor < without.processor) without = other;
    }
    const double ratio = with.processor / without.processor;
    table.add({subject.name, fmt::format("{}", static_cast<long>(with.transitions)),
               fmt::format("{:.1f}", without.processor), fmt::format("{:.1f}", with.processor),
               fmt::format("{:.3f} {}", ratio, at_most(ratio, 1.03))});
    if (settings.smoke) break;
  }
  table.print();
}

void detectors(const Settings& settings) {
  struct Subject {
    const char* file;
    long size, small;  // small: of a smoke run
  };
  fmt::print("One execution of programs that compute, in processor time.\n\n");
  Table table({"program", "detector", "ms", "ratio to vector-clock"});
  for (const Subject& subject :
       {Subject{"matrix.cpp", 160, 16}, Subject{"quicksort.c", 200'000, 2000}, Subject{"hash_join.cpp", 30'000, 400}}) {
    std::vector<std::string> flags = {"-pthread", fmt::format("-DSIZE={}", settings.smoke ? subject.small : subject.size)};
    if (std::string_view(subject.file).ends_with(".cpp")) flags.emplace_back("-std=c++20");
    const auto program = load(own_program(subject.file), flags);
    const std::vector<std::string> names = {"vector-clock", "none", "goldilocks", "summary"};
    std::vector<double> best(names.size());
    for (unsigned i = 0; i < settings.repetitions; ++i) {
      for (std::size_t k = 0; k < names.size(); ++k) {  // in turn, as above
        CheckOptions options;
        options.search = "dfs";
        options.detector = names[k];
        options.bounds.executions = 1;
        const double seconds = explore(program->image(), options, 0).seconds;
        best[k] = i == 0 ? seconds : std::min(best[k], seconds);
      }
    }
    for (std::size_t k = 0; k < names.size(); ++k)
      table.add({subject.file, names[k], fmt::format("{:.1f}", best[k] * 1000), fmt::format("{:.2f}", best[k] / best[0])});
    table.rule();
  }
  table.print();
}

}  // namespace
}  // namespace heddle::bench

// bench_growth --heddle TOOL [--smoke] [--repetitions N] [--only steps|sizes|files|blocks|bursts|detectors]
int main(int argc, char** argv) {
  using namespace heddle::bench;
  heddle::cli::fix_addresses(argv);
  Settings settings;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    const bool has_value = i + 1 < argc;
    if (word == "--smoke") {
      settings.smoke = true;
      settings.repetitions = 1;
    } else if (word == "--heddle" && has_value) {
      settings.heddle = argv[++i];
    } else if (word == "--repetitions" && has_value) {
      settings.repetitions = static_cast<unsigned>(std::max(1, std::atoi(argv[++i])));
    } else if (word == "--only" && has_value) {
      settings.only = argv[++i];
    } else {
      wrong_usage(
          "bench_growth --heddle TOOL [--smoke] [--repetitions N] [--only steps|sizes|files|blocks|bursts|detectors]");
    }
  }
  if (settings.heddle.empty()) give_up("--heddle TOOL is missing");
  const auto wanted = [&](const char* name) { return settings.only.empty() || settings.only == name; };
  if (wanted("steps")) steps(settings);
  if (wanted("sizes")) sizes(settings);
  if (wanted("files")) files(settings);
  if (wanted("blocks")) blocks(settings);
  if (wanted("bursts")) bursts(settings);
  if (wanted("detectors")) detectors(settings);
  return 0;
}
