// The text report: a golden example, and the properties that a table must keep at any width.
#include "report/text.h"

#include <gtest/gtest.h>

#include "example.h"
#include "report/advice.h"

namespace heddle {
namespace {

TEST(Text, Golden) {
  TextStyle style;
  style.width = 100;
  EXPECT_EQ(to_text(example_result(), style), R"(a.c:12:5: error: data race on 'counter' [race]
  write by main/1 in worker at a.c:12:5, holding m
      counter++;
      main/1 was created by main at a.c:20
  read by main/2 in worker at a.c:12:5, holding no lock
      counter++;
      main/2 was created by main at a.c:21

    main           main/1             main/2
    -------------  -----------------  ----------------
    create main/1                                       20  pthread_create(&t[0], 0, worker, 0);
    create main/2                                       21  pthread_create(&t[1], 0, worker, 0);
  ~ main blocks on join of main/1
                 > write counter = 1                    12  counter++;
  ~ main/1 is preempted before unlock m
                                    > read counter = 1  12  counter++;

  why: no happens-before edge: main/1 holds m, main/2 holds no lock: no lock in common.

  output of the program in this execution:
    | hello

  to suppress, add to the --ignore file: race variable "counter" because (say why it does no harm)

  help: heddle help race
  replay: heddle replay a.c.heddle

1 bug; stopped at the first bug: 2 complete executions, 31 transitions (search dpor, detector
    vector-clock)
)");
}

TEST(Text, QuietIsOneLineABug) {
  TextStyle style;
  style.quiet = true;
  EXPECT_EQ(to_text(example_result(), style), "a.c:12:5: error: data race on 'counter' [race]\n");
}

TEST(Text, VerifiedSaysWhatAndUnderWhichModel) {
  Result result;
  result.verdict = Verdict::Verified;
  result.complete = true;
  result.properties = {"race", "deadlock"};
  result.used_search = "dpor";
  result.detector = "vector-clock";
  result.stats.executions = 6;
  result.stats.transitions = 60;
  EXPECT_EQ(to_text(result, {}),
            "verified: no races or deadlocks in any interleaving\n"
            "  every interleaving covered: 6 complete executions, 60 transitions (search dpor, "
            "detector\n      vector-clock)\n");
  result.weak_atomics = true;
  EXPECT_NE(to_text(result, {}).find("in any interleaving under sequential consistency"), std::string::npos);
}

TEST(Text, StatisticsSayWhichSearchWasUsedAndWhy) {
  Result result;
  TextStyle style;
  style.stats = true;
  result.search = result.used_search = "dpor";
  EXPECT_EQ(to_text(result, style).find("each class"), std::string::npos) << "asked for by name";
  result.search = "auto";
  EXPECT_NE(to_text(result, style).find("dpor  auto: each class of equivalent interleavings at least once"),
            std::string::npos);
  result.search = "optimal";
  EXPECT_NE(to_text(result, style).find("dpor  optimal: it met an operation that it cannot plan for"),
            std::string::npos);
}

TEST(Text, InconclusiveNamesTheLimit) {
  Result result;
  result.limits = {"stopped after 10 executions (--max-executions)"};
  const std::string text = to_text(result, {});
  EXPECT_EQ(text.find("inconclusive: nothing found"), 0u);
  EXPECT_NE(text.find("stopped after 10 executions"), std::string::npos);
}

TEST(Text, ColourOnlyWhenAsked) {
  TextStyle style;
  EXPECT_EQ(to_text(example_result(), style).find('\x1b'), std::string::npos);
  style.color = true;
  EXPECT_NE(to_text(example_result(), style).find("\x1b[1;31merror:\x1b[0m"), std::string::npos);
}

TEST(Text, ControlCharactersOfTheProgramAreShown) {
  Result result = example_result();
  result.bugs[0].output = "\x1b[2Jboo\n";
  EXPECT_NE(to_text(result, {}).find("    | \\x1b[2Jboo"), std::string::npos);
}

TEST(ThreadTable, FitsTheWidthAndKeepsTheOrder) {
  for (const unsigned threads : {2u, 3u, 4u, 6u, 12u}) {
    for (const unsigned width : {80u, 100u, 160u}) {
      Bug bug;
      for (unsigned i = 0; i < threads; ++i) {
        bug.thread_names.push_back(i == 0 ? "main" : "main/" + std::to_string(i));
        bug.interleaving.push_back({ThreadId(static_cast<std::uint16_t>(i)),
                                    "pthread_mutex_lock(&some_long_name[index]);",
                                    "lock step" + std::to_string(i),
                                    {"a.c", 10, 1, "f", false},
                                    i == 1,
                                    ""});
      }
      TextStyle style;
      style.width = width;
      const std::string table = thread_table(bug, style);
      std::size_t at = 0;
      for (unsigned i = 0; i < threads; ++i) {
        at = table.find("step" + std::to_string(i), at);
        ASSERT_NE(at, std::string::npos) << threads << " threads, width " << width << "\n" << table;
      }
      for (std::size_t begin = 0; begin < table.size();) {
        const std::size_t end = table.find('\n', begin);
        EXPECT_LE(end - begin, width) << table.substr(begin, end - begin);
        begin = end + 1;
      }
    }
  }
}

TEST(Words, Wrap) {
  EXPECT_EQ(wrapped("aa bb cc", 5), (std::vector<std::string>{"aa bb", "cc"}));
  EXPECT_EQ(wrapped("abcdefgh", 3), (std::vector<std::string>{"abc", "def", "gh"}));
  EXPECT_EQ(wrapped("\xc3\xa4\xc3\xb6\xc3\xbc", 2), (std::vector<std::string>{"\xc3\xa4\xc3\xb6", "\xc3\xbc"}));
  EXPECT_TRUE(wrapped("", 10).empty());
}

TEST(Words, TestsHaveTheNamesThatTheirFrameworkPrints) {
  EXPECT_EQ(function_text("Queue_PushPop_Test::TestBody"), "Queue.PushPop");
  EXPECT_EQ(function_text("Queue_PushPop_Test::TestBody::lambda"), "Queue.PushPop::lambda");
  EXPECT_EQ(function_text("C_A_T_C_H_T_E_S_T_12"), "TEST_CASE");
  EXPECT_EQ(function_text("ns::C_A_T_C_H_T_E_S_T_0::lambda"), "ns::TEST_CASE::lambda");
  EXPECT_EQ(function_text("a::worker"), "a::worker");
}

TEST(Words, LongLinesAreCutAtAWord) {
  EXPECT_EQ(shortened("pthread_mutex_lock(&table.rows[i].lock);", 30), "pthread_mutex_lock(...");
  EXPECT_EQ(shortened("short", 30), "short");
}

TEST(Advice, ComesFromWhatStoppedTheRun) {
  Result result;
  result.limits = {
      "a.c:4:22: socket is not modelled (a definition of it in any source given to heddle is used instead)",
      "a.c:9:1: frob is not modelled (a definition of it in any source given to heddle is used instead)",
      "stopped after 10 executions (--max-executions)"};
  const std::vector<std::string> next = advice(result);
  ASSERT_EQ(next.size(), 3u);
  EXPECT_TRUE(next[0].starts_with("socket: put a queue with a mutex in its place"));
  EXPECT_EQ(next[1], "define frob in a file of the test and give that file to heddle too");
  EXPECT_NE(to_text(result, {}).find("  next: raise --max-executions"), std::string::npos);
  result.verdict = Verdict::Verified;
  EXPECT_TRUE(advice(result).empty());
}

TEST(Advice, NamesTheFunctionTheLoopAndTheOption) {
  Result result;
  const auto only = [&](const char* limit) {
    result.limits = {limit};
    const std::vector<std::string> next = advice(result);
    return next.size() == 1 ? next.front() : std::string("none");
  };
  EXPECT_NE(
      only("a call that Heddle does not control: a.c:4: call of 'crc32', which is not modelled and gets a pointer "
           "into the program")
          .find("trust function \"crc32\""),
      std::string::npos);
  const char* const loop = "covered up to 128 rounds of the loop at a.c:4 in main/1";
  EXPECT_TRUE(
      only(loop).starts_with("let the loop at a.c:4 end after a few rounds in the test; or try --search stateful"));
  result.used_search = "stateful";
  EXPECT_EQ(only(loop), "let the loop at a.c:4 end after a few rounds in the test");
  EXPECT_TRUE(only("stopped after 3 seconds (--timeout)").starts_with("no execution came to its end"));
  result.stats.executions = 7;
  EXPECT_EQ(only("stopped after 3 seconds (--timeout)"), "raise --timeout, or make the test smaller");
  EXPECT_TRUE(
      only("only executions with at most 1 preemption were explored (--preemptions)").starts_with("raise --preemp"));
}

TEST(Words, Shell) {
  EXPECT_EQ(shell_word("a/b.c.heddle"), "a/b.c.heddle");
  EXPECT_EQ(shell_word("my file"), "'my file'");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
}

// What a library or a test framework does on its own, in the table and in the stacks, also with -v.
TEST(Text, VerboseLeavesOutWhatIsNotTheUsers) {
  Result result = example_result();
  Bug& bug = result.bugs[0];
  InterleavingRow step;
  step.thread = ThreadId(0);
  step.what = "enter the guard";
  step.relevant = false;
  step.position = {"/usr/src/googletest/src/gtest.cc", 7, 1, "testing::UnitTest::Run", false};
  bug.interleaving.insert(bug.interleaving.begin(), 5, step);
  step.what = "lock other";
  step.position = {"a.c", 19, 3, "main", false};
  bug.interleaving.insert(bug.interleaving.begin() + 5, step);
  const SourcePosition library{"/usr/include/c++/12/invoke.h", 60, 1, "std::__invoke", true};
  const SourcePosition users{"a.c", 30, 3, "run_all", false};
  bug.accesses[0].callers = {library, users, library, library};
  bug.accesses[1].callers = {library};
  bug.schedule_text.insert(bug.schedule_text.begin(), 10, "main");
  TextStyle style;
  style.verbose = true;
  const std::string text = to_text(result, style);
  EXPECT_EQ(text.find("enter the guard"), std::string::npos);
  EXPECT_NE(text.find("\n  ... 5 steps of main in library code\n    lock other "), std::string::npos) << text;
  EXPECT_NE(
      text.find("called by std::__invoke at /usr/include/c++/12/invoke.h:60:1\n      called by run_all at a.c:30:3\n"
                "      main/1 was created"),
      std::string::npos)
      << text;
  EXPECT_EQ(text.find("std::__invoke"), text.rfind("std::__invoke"));
  EXPECT_NE(text.find("\n  schedule: main (12 times) main/1 main/2:1\n"), std::string::npos) << text;
}

TEST(Text, WhatWasCoveredFitsTheWidth) {
  const std::string whole =
      "1 bug; stopped at the first bug: 2 complete executions, 31 transitions (search dpor, detector vector-clock)\n";
  for (unsigned width = 40; width <= 120; ++width) {
    TextStyle style;
    style.width = width;
    const std::string text = to_text(example_result(), style);
    std::string joined, rest = text.substr(text.rfind("\n1 bug;") + 1);
    while (!rest.empty()) {
      const std::size_t end = rest.find('\n');
      EXPECT_LE(end, width);
      joined +=
          (joined.empty() ? "" : " ") + rest.substr(rest.find_first_not_of(' '), end - rest.find_first_not_of(' '));
      rest.erase(0, end + 1);
    }
    EXPECT_EQ(joined + "\n", whole);
  }
}

}  // namespace
}  // namespace heddle
