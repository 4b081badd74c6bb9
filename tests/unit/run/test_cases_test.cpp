// What GoogleTest and Catch2 print when they are asked for their tests.
#include "run/test_cases.h"

#include <gtest/gtest.h>

namespace heddle::run {
namespace {

using Words = std::vector<std::string>;
constexpr CaseFramework kGoogle = CaseFramework::GoogleTest, kCatch = CaseFramework::Catch2;

TEST(TestCases, GoogleTest) {
  EXPECT_EQ(read_list(kGoogle, {},
                      "Running main() from ./googletest/src/gtest_main.cc\n"
                      "Queue.\n  Order\n  DISABLED_Slow\nTyped/0.  # TypeParam = int\n  Works\n"
                      "All/Numbers.\n  Even/0  # GetParam() = 2\n  Even/1  # GetParam() = 4.\nDISABLED_Old.\n  Any\n"
                      "All/DISABLED_Old.\n  Any/0\n",
                      0),
            (Words{"Queue.Order", "Typed/0.Works", "All/Numbers.Even/0", "All/Numbers.Even/1"}));
  EXPECT_EQ(read_list(kGoogle, {"--gtest_also_run_disabled_tests"}, "A.\n  DISABLED_B\n", 0), (Words{"A.DISABLED_B"}));
}

// A main that does not give its arguments to GoogleTest runs the tests, or prints what it likes.
TEST(TestCases, NoListOfGoogleTest) {
  const char* const run =
      "[==========] Running 1 test from 1 test suite.\n[ RUN      ] A.B\n[       OK ] A.B (0 ms)\n  YOU HAVE 1 "
      "DISABLED TEST\n";
  EXPECT_EQ(read_list(kGoogle, {}, run, 0), Words{});
  EXPECT_EQ(read_list(kGoogle, {}, "A.\n  B\n", 1), Words{});
  EXPECT_EQ(read_list(kGoogle, {}, "A.\n  B\nand more\n", 0), Words{});
  EXPECT_EQ(read_list(kGoogle, {}, "", 0), Words{});
}

TEST(TestCases, Catch) {
  EXPECT_EQ(read_list(kCatch, {}, "one\ntwo, with [brackets]\n\"#three\"\n", 3),
            (Words{"one", "two, with [brackets]", "#three"}));
  EXPECT_EQ(read_list(kCatch, {}, "All tests passed (1 assertion in 1 test case)\n\n", 0), Words{});
  EXPECT_EQ(read_list(kCatch, {}, "one\ntwo\n", 3), Words{});
}

TEST(TestCases, Arguments) {
  EXPECT_EQ(case_arguments(kGoogle, {"--gtest_filter=A.*", "x"}, "A.B"),
            (Words{"--gtest_filter=A.*", "x", "--gtest_filter=A.B"}));
  EXPECT_EQ(case_arguments(kCatch, {"one*", "-r", "compact", "~two", "--abort"}, "a, [b]"),
            (Words{"-r", "compact", "--abort", "a\\, \\[b\\]"}));
  EXPECT_EQ(listing_arguments(kCatch, {"one*"}), (Words{"one*", "--list-test-names-only"}));
}

}  // namespace
}  // namespace heddle::run
