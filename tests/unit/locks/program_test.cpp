#include "locks/program.h"

#include <gtest/gtest.h>

namespace heddle::locks {
namespace {

Program two_procedures() {
  Program program;
  program.locks = {{"a"}, {"b"}};
  program.procedures = {{"main", 2, 0, 1, {{0, 1, Call{{ProcedureId(1)}}}}},
                        {"f", 2, 0, 1, {{0, 1, Acquire{{LockId(1)}}}}}};
  program.threads = {{"main", ProcedureId(0), false, false, {}}};
  return program;
}

TEST(Program, IsWellFormed) { EXPECT_EQ(malformed(two_procedures()), ""); }

TEST(Program, NamesWhatIsWrong) {
  Program program = two_procedures();
  program.procedures[1].edges[0].action = Acquire{{LockId(2)}};
  EXPECT_EQ(malformed(program), "f: no such lock");
  program = two_procedures();
  program.procedures[0].edges[0].to = 2;
  EXPECT_EQ(malformed(program), "main: no such node");
  program = two_procedures();
  program.procedures[0].edges[0].action = Fork{ThreadId(0)};
  EXPECT_EQ(malformed(program), "main: forks a thread that runs from the beginning");
  program = two_procedures();
  program.threads.push_back({"second", ProcedureId(1), false, false, {{LockId(0)}}});
  EXPECT_EQ(malformed(program), "");
  program.threads[0].initially_held = {{LockId(0), Mode::kShared}};
  EXPECT_EQ(malformed(program), "main: two threads hold a lock initially");
}

}  // namespace
}  // namespace heddle::locks
