// What explicit states promise (graph.h), on random programs of the oracle's generator and on given files.
//
//   states_test DIRECTORY           the test; sources go to the directory
//   states_test DIRECTORY FILE...   these programs, each alone, with the number of their states
//
// Two processes go through each program, each with an image that it has loaded by itself, one of them backwards. What
// they see must be the same set of fingerprints.
//
// A third one overwrites dead values whenever the program calls the runtime, each time with others
// (machine/dead_values.h). If one of them was not dead, states that are taken for equal go on differently. There may be
// more states: where a call has not said what it keeps, a state holds all of a stack.
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "../environment.h"
#include "batch.h"
#include "cli/prepare.h"
#include "frontend/compile.h"
#include "generator.h"
#include "graph.h"
#include "machine/dead_values.h"
#include "machine/runtime.h"
#include "program/load.h"

namespace heddle::states {
namespace {

constexpr unsigned kBatch = 100;
constexpr std::uint64_t kMostStates = 1500;

struct Row {  // of a graph, in memory that processes share
  bool done, complete, racy;
  std::uint64_t states, steps, matches, pairs;
  Fingerprint all;
  char problem[400];
};

void fill(Row& row, const Graph& graph) {
  row = {true, graph.complete, graph.racy, graph.states, graph.steps, graph.matches, graph.pairs, graph.all, {}};
  std::snprintf(row.problem, sizeof row.problem, "%s", graph.problem.c_str());
}

struct Request {
  std::vector<Bitcode> units;
  unsigned programs = 0;  // 0: one without arguments
  std::uint64_t most_states = kMostStates;
};

enum class DeadValues : std::uint8_t { Left, Overwritten };

// One process, one image, every program; what crashes it is the problem of the program that it was at.
void go_through(const Request& request, Order order, DeadValues dead, Row* rows) {
  const unsigned count = std::max(request.programs, 1u);
  for (unsigned begin = 0; begin < count;) {
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
      LoadRequest load;
      load.units = request.units;
      enter_through_accesses();
      load.runtime = runtime_symbols();
      const LoadResult loaded = load_program(std::move(load));
      if (!loaded.program) std::printf("%s\n", loaded.error.c_str()), std::fflush(stdout), _exit(3);
      void* const page = reinterpret_cast<void*>(oracle::kHandlePage);
      if (mmap(page, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) != page)
        _exit(3);
      if (dead == DeadValues::Overwritten) overwrite_dead_values();
      for (unsigned k = begin; k < count; ++k) {
        alarm(120);
        std::vector<std::string> arguments;
        if (request.programs != 0) arguments.push_back(std::to_string(k));
        fill(rows[k], explore_states(loaded.program->image(), arguments, order, request.most_states));
      }
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    while (begin < count && rows[begin].done) ++begin;
    if (begin == count) return;
    std::snprintf(rows[begin].problem, sizeof rows[begin].problem, "the process ended with %x", status);
    rows[begin].done = true;
  }
}

struct Totals {
  std::uint64_t programs = 0, complete = 0, states = 0, steps = 0, matches = 0, pairs = 0, problems = 0, more = 0;
};

bool compare(const Request& request, std::uint64_t first, Totals& totals, bool talk) {
  const unsigned count = std::max(request.programs, 1u);
  auto* const rows = static_cast<Row*>(
      mmap(nullptr, 3 * count * sizeof(Row), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  go_through(request, Order::Forwards, DeadValues::Left, rows);
  go_through(request, Order::Backwards, DeadValues::Left, rows + count);
  go_through(request, Order::Forwards, DeadValues::Overwritten, rows + 2 * count);
  bool good = true;
  for (unsigned k = 0; k < count; ++k) {
    const Row &one = rows[k], &other = rows[count + k], &overwritten = rows[2 * count + k];
    std::string problem = one.problem[0] != 0 ? one.problem : other.problem;
    if (problem.empty() && one.complete && other.complete && !one.racy && !other.racy && one.all != other.all)
      problem = fmt::format("two processes see different states: {} and {}", one.states, other.states);
    if (problem.empty() && !one.racy && one.complete != other.complete)
      problem = "only one of two processes saw all states";
    if (problem.empty() && overwritten.problem[0] != 0)
      problem = fmt::format("with dead values overwritten: {}", overwritten.problem);
    if (problem.empty() && one.complete && overwritten.complete &&
        (overwritten.states < one.states || overwritten.racy != one.racy))
      problem = fmt::format("with dead values overwritten {} states instead of {}", overwritten.states, one.states);
    if (!problem.empty()) std::printf("program %lu: %s\n", first + k, problem.c_str());
    if (talk) std::printf("%lu states, %lu steps, %lu met again\n", one.states, one.steps, one.matches);
    good &= problem.empty();
    totals.problems += !problem.empty();
    ++totals.programs;
    totals.complete += one.complete;
    totals.states += one.states;
    totals.steps += one.steps;
    totals.matches += one.matches;
    totals.pairs += one.pairs;
    totals.more += overwritten.states > one.states;
  }
  munmap(rows, 3 * count * sizeof(Row));
  return good;
}

bool compile_into(Request& request, const std::string& file) {
  CompileRequest compiling;
  compiling.files = {file};
  compiling.flags = {"-w", "-std=c++20"};
  if (file.ends_with(".c")) compiling.flags.pop_back();
  CompileResult compiled = compile(compiling);
  if (compiled.error) return std::printf("%s\n", compiled.error->message.c_str()), false;
  request.units = std::move(compiled.units);
  return true;
}

bool run_random(const std::string& directory) {
  const std::uint64_t seed = from_environment("HEDDLE_STATES_SEED", 1);
  const std::uint64_t programs =
      from_environment("HEDDLE_STATES_PROGRAMS", from_environment("HEDDLE_LONG", 0) != 0 ? 30'000 : 450);
  std::printf("HEDDLE_STATES_SEED=%lu\n", seed);
  Totals totals;
  bool good = true;
  for (std::uint64_t first = 0; first < programs; first += kBatch) {
    std::vector<oracle::Program> batch;
    for (std::uint64_t i = first; i < std::min(first + kBatch, programs); ++i)
      batch.push_back(oracle::Generator(seed * 1'000'003 + i, first / kBatch % 2 == 1).program());
    Request request;
    request.programs = static_cast<unsigned>(batch.size());
    const std::string file = directory + "/batch.c";
    std::ofstream(file) << oracle::write_batch(batch);
    if (!compile_into(request, file)) return false;
    good &= compare(request, first, totals, false);
  }
  std::printf(
      "%lu programs (%lu with all states; %lu with more when dead values are overwritten), %lu states, %lu steps, %lu "
      "met "
      "again, %lu pairs of independent steps, %lu problems\n",
      totals.programs, totals.complete, totals.more, totals.states, totals.steps, totals.matches, totals.pairs,
      totals.problems);
  const bool telling = totals.complete * 3 > totals.programs * 2 && totals.matches > totals.states / 4 &&
                       totals.pairs > totals.states / 8 && totals.more * 4 < totals.programs;
  if (!telling) std::printf("the programs are not the mixture that this test is about\n");
  return good && telling;
}

}  // namespace
}  // namespace heddle::states

int main(int argc, char** argv) {
  using namespace heddle;
  using namespace heddle::states;
  cli::fix_addresses(argv);
  if (argc < 2) return std::printf("usage: states_test DIRECTORY [FILE...]\n"), 2;
  std::filesystem::create_directories(argv[1]);
  if (argc == 2) return run_random(argv[1]) ? 0 : 1;
  bool good = true;
  // In ./test alone the files take turns.
  const std::uint64_t sample = from_environment("HEDDLE_SAMPLE", 0), turns = from_environment("HEDDLE_STATES_TURNS", 1);
  const bool all = std::getenv("HEDDLE_SAMPLE") == nullptr;
  for (int i = 2; i < argc; ++i) {
    if (!all && (static_cast<std::uint64_t>(i) + sample) % turns != 0) continue;
    Request request;
    request.most_states = from_environment("HEDDLE_STATES_MOST", 200'000);
    Totals totals;
    if (!compile_into(request, argv[i])) return 1;
    std::printf("%s: ", argv[i]);
    good &= compare(request, 0, totals, true);
  }
  return good ? 0 : 1;
}
