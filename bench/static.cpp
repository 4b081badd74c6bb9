// How the time of `heddle analyze` grows with the size of the program, beside what clang takes for it: a generated
// family with a fixed number of locks and threads, up to 50 000 lines. Wanted: at most a second for 1000 lines, and
// near-linear growth.
//
// The program: modules of 100 lines, each with a structure on the heap, a table of functions, accesses under one of
// eight locks, and calls into earlier modules; four threads that run a part of the modules each.
//
// Main functions: source, main.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
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

int run(int argc, char** argv) {
  constexpr const char* kUsage = "bench_static --heddle PATH [--smoke]";
  std::string heddle;
  bool smoke = false;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--heddle" && i + 1 < argc)
      heddle = argv[++i];
    else if (word == "--smoke")
      smoke = true;
    else
      wrong_usage(kUsage);
  }
  if (heddle.empty()) wrong_usage(kUsage);
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / fmt::format("heddle_static_{}", getpid());
  std::filesystem::create_directories(folder);
  setenv("HEDDLE_CACHE", "", 1);
  Table table({"lines", "clang s", "analyze s", "s per 1000 lines", "wanted", "status"});
  for (const int lines : smoke ? std::vector{1000} : std::vector{1000, 2000, 5000, 10000, 20000, 50000}) {
    const std::string text = source(lines), file = folder / fmt::format("family_{}.c", lines);
    std::ofstream(file) << text;
    const double real_lines = static_cast<double>(std::count(text.begin(), text.end(), '\n'));
    const CommandRun clang = run_command({"clang-19", "-O1", "-Xclang", "-disable-llvm-passes", "-g", "-fPIC",
                                          "-emit-llvm", "-c", file, "-o", "/dev/null"});
    const CommandRun analysis = run_command({heddle, "analyze", "-q", "--json", file});
    const double rate = analysis.processor / (real_lines / 1000);
    table.add({fmt::format("{:.0f}", real_lines), fmt::format("{:.2f}", clang.processor),
               fmt::format("{:.2f}", analysis.processor), fmt::format("{:.3f}", rate), at_most(rate, 1),
               std::to_string(analysis.status)});
  }
  table.print();
  std::filesystem::remove_all(folder);
  return 0;
}

}  // namespace
}  // namespace heddle::bench

int main(int argc, char** argv) { return heddle::bench::run(argc, argv); }
