// How the time of `heddle analyze` grows with the size of the program, beside what clang takes for it: a generated
// family with a fixed number of locks and threads, up to 50 000 lines. Wanted: at most a second for 1000 lines, and
// near-linear growth.
//
// The program: modules of 100 lines, each with a structure on the heap, a table of functions, accesses under one of
// eight locks, and calls into earlier modules; four threads that run a part of the modules each.
//
// And what check could take from it (decision 48): how many accesses of computing programs may be shared, with the time
// of an execution with and without a race detector, which is more than dropping the detector's part of some hooks
// saves; how many of the right examples it proves, beside the time that check takes to verify them. Daisy's time stands
// beside the paper's.
//
// Main functions: source, growth, hooks, proofs, daisy.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string_view>

#include "process.h"
#include "table.h"
#include "usage.h"

namespace heddle::bench {
namespace {

constexpr int kLocks = 8, kThreads = 4, kLinesOfModule = 100;

std::string module(int n) {
  std::string out = fmt::format(
      "struct item_{0} {{ struct item_{0}* next; int value; int* place; }};\n"
      "static struct item_{0}* list_{0};\nstatic int total_{0}, calls_{0};\n"
      "static int add_{0}(int x) {{ return x + {0}; }}\nstatic int twice_{0}(int x) {{ return 2 * x; }}\n"
      "static int (*table_{0}[2])(int) = {{add_{0}, twice_{0}}};\n",
      n);
  int lines = 6;
  for (int f = 0; lines < kLinesOfModule - 14; ++f) {
    out += fmt::format(
        "static int step_{0}_{1}(int depth, struct item_{0}* item) {{\n"
        "  int sum = table_{0}[depth & 1](depth);\n"
        "  for (struct item_{0}* p = item; p; p = p->next) sum += p->value;\n"
        "  pthread_mutex_lock(&locks[{2}]);\n"
        "  total_{0} += sum;\n"
        "  if (item) item->place = &total_{0};\n"
        "  pthread_mutex_unlock(&locks[{2}]);\n"
        "  {3}\n"
        "  return sum;\n"
        "}}\n",
        n, f, n % kLocks,
        n > 0 && f == 0 ? fmt::format("if (depth > 0) run_{}(depth - 1);", (n * 7 + 3) % n) : "(void)0;");
    lines += 10;
  }
  const int steps = (kLinesOfModule - 14 - 6 + 9) / 10;
  out += fmt::format("static void run_{0}(int depth) {{\n  struct item_{0}* item = malloc(sizeof *item);\n", n);
  out +=
      fmt::format("  if (!item) return;\n  item->next = 0;\n  item->value = depth;\n  item->place = &calls_{0};\n", n);
  for (int f = 0; f < steps; ++f) out += fmt::format("  step_{0}_{1}(depth, item);\n", n, f);
  out +=
      fmt::format("  pthread_mutex_lock(&locks[{1}]);\n  item->next = list_{0};\n  list_{0} = item;\n", n, n % kLocks);
  return out + fmt::format("  pthread_mutex_unlock(&locks[{}]);\n}}\n", n % kLocks);
}

std::string source(int lines) {
  const int modules = std::max(lines / kLinesOfModule, kThreads);
  std::string out =
      fmt::format("#include <pthread.h>\n#include <stdlib.h>\nstatic pthread_mutex_t locks[{}];\n", kLocks);
  for (int n = 0; n < modules; ++n) out += module(n);
  for (int t = 0; t < kThreads; ++t) {
    out += fmt::format("static void* thread_{}(void* p) {{\n", t);
    for (int n = t; n < modules; n += kThreads / 2) out += fmt::format("  run_{}(p != 0);\n", n);
    out += "  return p;\n}\n";
  }
  out += fmt::format(
      "int main(void) {{\n  pthread_t t[{0}];\n  for (int i = 0; i < {1}; i++) pthread_mutex_init(&locks[i], 0);\n",
      kThreads, kLocks);
  for (int t = 0; t < kThreads; ++t) out += fmt::format("  pthread_create(&t[{0}], 0, thread_{0}, 0);\n", t);
  for (int t = 0; t < kThreads; ++t) out += fmt::format("  pthread_join(t[{}], 0);\n", t);
  return out + "  return 0;\n}\n";
}

using Words = std::vector<std::string>;

struct Tool {
  std::string path;
  bool smoke = false;

  CommandRun run(const char* command, const std::string& file, Words more) const {
    Words words{path, command, "-q", "--json"};
    words.insert(words.end(), more.begin(), more.end());
    if (file.ends_with(".cpp")) words.emplace_back("-std=c++20");
    words.push_back(file);
    run_command(words);  // compiles: what is measured finds the file in the cache
    return run_command(words);
  }
};

nlohmann::json json_of(const CommandRun& run) { return nlohmann::json::parse(run.output, nullptr, false); }

void growth(const Tool& tool, const std::filesystem::path& folder) {
  Table table({"lines", "clang s", "analyze s", "s per 1000 lines", "wanted", "status"});
  for (const int lines : tool.smoke ? std::vector{1000} : std::vector{1000, 2000, 5000, 10000, 20000, 50000}) {
    const std::string text = source(lines), file = folder / fmt::format("family_{}.c", lines);
    std::ofstream(file) << text;
    const double real_lines = static_cast<double>(std::count(text.begin(), text.end(), '\n'));
    const CommandRun clang = run_command({"clang-19", "-O1", "-Xclang", "-disable-llvm-passes", "-g", "-fPIC",
                                          "-emit-llvm", "-c", file, "-o", "/dev/null"});
    const CommandRun analysis = run_command({tool.path, "analyze", "-q", "--json", file});
    const double rate = analysis.processor / (real_lines / 1000);
    table.add({fmt::format("{:.0f}", real_lines), fmt::format("{:.2f}", clang.processor),
               fmt::format("{:.2f}", analysis.processor), fmt::format("{:.3f}", rate), at_most(rate, 1),
               std::to_string(analysis.status)});
  }
  table.print();
}

// At most what hooks of accesses that are proven unshared could save: all that the detector does.
void hooks(const Tool& tool) {
  Table table({"program", "accesses", "may be shared", "check s", "without detector s", "times"});
  for (const auto& [file, small] : {std::pair("matrix.cpp", "-DSIZE=16"), std::pair("quicksort.c", "-DSIZE=2000"),
                                    std::pair("hash_join.cpp", "-DSIZE=400")}) {
    const std::string path = fmt::format("{}/{}", HEDDLE_BENCH_PROGRAMS, file);
    Words flags;
    if (tool.smoke) flags.emplace_back(small);
    const nlohmann::json analysis = json_of(tool.run("analyze", path, flags));
    const nlohmann::json stats = analysis.value("stats", nlohmann::json::object());
    Words one{"--search", "dfs", "--max-executions", "1"};
    one.insert(one.end(), flags.begin(), flags.end());
    const double with = tool.run("check", path, one).processor;
    one.insert(one.end(), {"--detector", "none"});
    const double without = tool.run("check", path, one).processor;
    table.add({file, std::to_string(stats.value("accesses", 0)), std::to_string(stats.value("shared_accesses", 0)),
               fmt::format("{:.2f}", with), fmt::format("{:.2f}", without), fmt::format("{:.2f}", with / without)});
  }
  table.print();
}

// The examples that check verifies, in one file each.
Words right_examples(bool smoke) {
  Words result;
  for (const auto& entry : std::filesystem::directory_iterator(HEDDLE_EXAMPLES)) {
    std::string first;
    if (!entry.is_regular_file() || !std::getline(std::ifstream(entry.path()), first)) continue;
    if (first.starts_with("// expect: verified")) result.push_back(entry.path());
  }
  std::sort(result.begin(), result.end());
  if (smoke) result.resize(std::min<std::size_t>(result.size(), 2));
  return result;
}

void proofs(const Tool& tool) {
  Table table(
      {"property", "right examples", "proven", "analyze s", "check s", "check s of the proven", "check verifies"});
  for (const char* property : {"race", "deadlock"}) {
    int proven = 0, verified = 0;
    double asking = 0, checking = 0, saved = 0;
    const Words files = right_examples(tool.smoke);
    for (const std::string& file : files) {
      const CommandRun analysis = tool.run("analyze", file, {"--property", property});
      const CommandRun check = tool.run("check", file, {"--property", property, "--timeout", "20"});
      proven += analysis.status == 0;
      verified += check.status == 0;
      asking += analysis.processor;
      checking += check.processor;
      if (analysis.status == 0) saved += check.processor;
    }
    table.add({property, std::to_string(files.size()), std::to_string(proven), fmt::format("{:.2f}", asking),
               fmt::format("{:.2f}", checking), fmt::format("{:.2f}", saved), std::to_string(verified)});
  }
  table.print();
}

void daisy(const Tool& tool) {
  const std::string file = fmt::format("{}/papers/kahlon/daisy.c", HEDDLE_EXAMPLES);
  const CommandRun analysis = tool.run("analyze", file, {"--property", "race"});
  Table table({"program", "both races, s", "in the paper (Pentium 4, 3.2 GHz), s", "status"});
  table.add({"Daisy", fmt::format("{:.2f}", analysis.processor), "77 + 5.3 + 21.7 and 77 + 15 + 35",
             std::to_string(analysis.status)});
  table.print();
}

int run(int argc, char** argv) {
  constexpr const char* kUsage = "bench_static --heddle PATH [--smoke]";
  Tool tool;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--heddle" && i + 1 < argc)
      tool.path = argv[++i];
    else if (word == "--smoke")
      tool.smoke = true;
    else
      wrong_usage(kUsage);
  }
  if (tool.path.empty()) wrong_usage(kUsage);
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / fmt::format("heddle_static_{}", getpid());
  std::filesystem::create_directories(folder / "cache");
  setenv("HEDDLE_CACHE", "", 1);
  growth(tool, folder);
  setenv("HEDDLE_CACHE", (folder / "cache").c_str(), 1);
  hooks(tool);
  proofs(tool);
  daisy(tool);
  std::filesystem::remove_all(folder);
  return 0;
}

}  // namespace
}  // namespace heddle::bench

int main(int argc, char** argv) { return heddle::bench::run(argc, argv); }
