// Numbers of states that theory or a paper fixes: those of Stoller's M_ex (2002, figure 1), and that a detector does
// not change how many states a program has (figure 4, reduced: 788 and 788, 209 and 209).
#include <gtest/gtest.h>

#include <fstream>

#include "alike.h"
#include "cli/prepare.h"
#include "count_states.h"
#include "frontend/compile.h"
#include "machine/runtime.h"
#include "program/load.h"

namespace heddle::states {
namespace {

const std::string kPapers = HEDDLE_EXAMPLES "/papers/";
constexpr std::uint64_t kMost = 100'000;  // states

std::unique_ptr<LoadedProgram> load(const std::string& file, const std::vector<std::string>& flags = {}) {
  CompileRequest request;
  request.files = {file};
  request.flags = flags;
  CompileResult compiled = compile(request);
  if (compiled.error) return ADD_FAILURE() << compiled.error->message, nullptr;
  LoadRequest wanted;
  wanted.units = std::move(compiled.units);
  enter_through_accesses();
  wanted.runtime = runtime_symbols();
  LoadResult loaded = load_program(std::move(wanted));
  EXPECT_TRUE(loaded.program) << loaded.error;
  return std::move(loaded.program);
}

// A transition of M_ex stands on a line of its own.
unsigned line_after(const std::string& file, const std::string& text) {
  std::ifstream source(file);
  std::string line;
  for (unsigned number = 1; std::getline(source, line); ++number)
    if (line.find(text) != std::string::npos) return number + 1;
  return ADD_FAILURE() << text << " is not in " << file, 0;
}

struct ControlPoint {
  unsigned line;  // of the transition that begins there; 0: the end
  bool has_l1, has_l2;
  bool visible;  // it is an acquire, or the end
};

// What Stoller calls a to g, and a to f.
std::vector<ControlPoint> first_thread(unsigned begin) {
  return {{begin, false, false, true},     {begin + 1, true, false, false}, {begin + 2, true, false, false},
          {begin + 3, false, false, true}, {begin + 4, false, true, false}, {begin + 5, false, true, false},
          {0, false, false, true}};
}
std::vector<ControlPoint> second_thread(unsigned begin) {
  return {{begin, false, false, true},    {begin + 1, false, true, false}, {begin + 2, false, true, true},
          {begin + 3, true, true, false}, {begin + 4, true, true, false},  {0, false, false, true}};
}

// Every pair of control points at which no lock is held twice can be reached.
std::set<std::vector<unsigned>> expected(bool visible_only) {
  const std::string file = kPapers + "stoller/m_ex.c";
  std::set<std::vector<unsigned>> pairs;
  for (const ControlPoint& a : first_thread(line_after(file, "void* first(")))
    for (const ControlPoint& b : second_thread(line_after(file, "  int z;")))
      if (!(a.has_l1 && b.has_l1) && !(a.has_l2 && b.has_l2) && (!visible_only || (a.visible && b.visible)))
        pairs.insert({a.line, b.line});
  return pairs;
}

TEST(MEx, HasThirtyStates) {
  const auto program = load(kPapers + "stoller/m_ex.c");
  const auto states = count_control_states(program->image(), Visibility::All, 2);
  EXPECT_EQ(states.size(), 30u);
  EXPECT_EQ(states, expected(false));
}

TEST(MEx, NineOfThemAreLeftInTheReducedSystem) {
  const auto program = load(kPapers + "stoller/m_ex.c");
  const auto states = count_control_states(program->image(), Visibility::Sync, 2);
  EXPECT_EQ(states.size(), 9u);
  EXPECT_EQ(states, expected(true));
}

class StatesOf : public testing::TestWithParam<const char*> {};

TEST_P(StatesOf, DoNotDependOnTheDetector) {
  const auto program = load(kPapers + GetParam());
  std::uint64_t reduced = 0;
  for (const Visibility visible : {Visibility::Sync, Visibility::All}) {
    const Counted without = count_states(program->image(), visible, "none", kMost);
    EXPECT_EQ(without.problem, "");
    for (const char* detector : {"vector-clock", "goldilocks", "summary"}) {
      const Counted with = count_states(program->image(), visible, detector, kMost);
      EXPECT_EQ(with.problem, "") << detector;
      EXPECT_EQ(with.states, without.states) << detector;
      EXPECT_EQ(with.steps, without.steps) << detector;
    }
    if (visible == Visibility::Sync)
      reduced = without.states;
    else
      EXPECT_LT(2 * reduced, without.states);  // the reduction is one
  }
}

INSTANTIATE_TEST_SUITE_P(Papers, StatesOf,
                         testing::Values("stoller/m_ex.c", "stoller/halt_exception.c", "stoller/clean.c",
                                         "stoller/initialiser.c", "elmas/independent_work_2.cpp"),
                         [](const auto& info) {
                           std::string name = info.param;
                           for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
                           return name;
                         });

// N threads with R critical sections each: (R + 1)^N states, and the end of main.
Alike critical_sections(const char* rounds) {
  const auto program = load(HEDDLE_BENCH_PROGRAMS "/critical_sections.c", {"-DTHREADS=3", rounds});
  return find_alike(program->image(), Visibility::Sync);
}

TEST(Alike, EveryStateOfALoopIsAnother) {
  const Alike found = critical_sections("-DROUNDS=3");
  EXPECT_EQ(found.states, 66u);
  EXPECT_EQ(found.classes, 66u);
  EXPECT_TRUE(found.differences.empty());
}

TEST(Alike, MEx) {
  const Alike found = find_alike(load(kPapers + "stoller/m_ex.c")->image(), Visibility::Sync);
  EXPECT_EQ(found.states, 11u);  // 9, and the end of main in two steps
  EXPECT_EQ(found.classes, 11u);
}

// The counters of the two tasks are symmetric: all states with the same difference are alike.
TEST(Alike, FindsWhatIsAlike) {
  const Alike found = find_alike(load(kPapers + "stoller/clean.c")->image(), Visibility::Sync);
  EXPECT_LE(3 * found.classes, found.states);
  std::uint64_t rest = 0;
  for (const auto& [parts, count] : found.differences) rest += count;
  EXPECT_EQ(found.classes + rest, found.states);
}

// With two rounds the loop is unrolled, and a register that a call has to preserve still holds the counter as it was in
// the first round. Nobody will read it.
TEST(Alike, DeadRegistersAreNoPartOfAState) {
  const Alike found = critical_sections("-DROUNDS=2");
  EXPECT_EQ(found.classes, 29u);
  EXPECT_EQ(found.states, 29u);
}

}  // namespace
}  // namespace heddle::states

int main(int argc, char** argv) {
  heddle::cli::fix_addresses(argv);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
