// What the first check of a file costs, beside clang on the same file with the same flags: an empty cache, a second
// file of the same project (the test framework is in the cache, the file itself is not), and the same file again.
//
// Main functions: measure, main.
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "harness.h"
#include "process.h"
#include "table.h"
#include "usage.h"

namespace heddle::bench {
namespace {

struct Subject {
  const char *name, *first, *second;
};
constexpr Subject kSubjects[] = {{"plain", "plain_first.cpp", "plain_second.cpp"},
                                 {"GoogleTest", "google_first.cpp", "google_second.cpp"},
                                 {"Catch2", "catch_first.cpp", "catch_second.cpp"}};

std::string program(const char* name) { return fmt::format("{}/{}", HEDDLE_BENCH_PROGRAMS, name); }

// As frontend/compile.cpp calls it.
CommandRun clang(const std::string& file) {
  return run_command({"clang++-19", "-O1", "-Xclang", "-disable-llvm-passes", "-D_GLIBCXX_TSAN=1", "-D__NO_INLINE__",
                      "-g", "-fPIC", "-emit-llvm", "-c", file, "-o", "/dev/null"});
}

CommandRun check(const std::string& heddle, const std::string& file) {
  CommandRun run = run_command({heddle, "check", "--json", file});
  if (run.status != 0) give_up(fmt::format("{} is not verified", file));
  return run;
}

void measure(const Subject& subject, const std::string& heddle, Table& table) {
  const std::filesystem::path cache = std::filesystem::temp_directory_path() / fmt::format("heddle_cold_{}", getpid());
  std::filesystem::remove_all(cache);
  setenv("HEDDLE_CACHE", cache.c_str(), 1);
  const std::string first = program(subject.first), second = program(subject.second);
  const CommandRun alone = clang(second);
  auto row = [&](const char* what, const CommandRun& run) {
    const double ratio = run.processor / alone.processor;
    table.add({subject.name, what, fmt::format("{:.2f}", run.wall), fmt::format("{:.2f}", run.processor),
               fmt::format("{:.2f}", run.wall / alone.wall), fmt::format("{:.2f}", ratio)});
  };
  row("clang alone", alone);
  row("first file", check(heddle, first));
  row("second file", check(heddle, second));
  row("again", check(heddle, second));
  table.rule();
  std::filesystem::remove_all(cache);
}

int run(int argc, char** argv) {
  constexpr const char* kUsage = "bench_cold --heddle PATH [--only plain|GoogleTest|Catch2] [--smoke]";
  std::string heddle, only;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--heddle" && i + 1 < argc)
      heddle = argv[++i];
    else if (word == "--only" && i + 1 < argc)
      only = argv[++i];
    else if (word == "--smoke")
      only = "plain";
    else
      wrong_usage(kUsage);
  }
  if (heddle.empty()) wrong_usage(kUsage);
  fmt::print("Seconds, and how many times what clang takes for the second file (wanted of it: 2).\n\n");
  Table table({"framework", "what", "wall s", "processor s", "wall", "processor"});
  for (const Subject& subject : kSubjects)
    if (only.empty() || only == subject.name) measure(subject, heddle, table);
  table.print();
  return 0;
}

}  // namespace
}  // namespace heddle::bench

int main(int argc, char** argv) { return heddle::bench::run(argc, argv); }
