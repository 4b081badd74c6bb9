// Taking a command line apart: what is ours, what is the compiler's, what is a file, what is the program's.
#include "cli/arguments.h"

#include <gtest/gtest.h>

namespace heddle::cli {
namespace {

using Words = std::vector<std::string>;

Arguments split(const Words& words) { return split_arguments(kCheck, words); }

TEST(Arguments, CompilerFlagsStandAnywhere) {
  const Arguments a = split({"-std=c++20", "a.cpp", "-I", "inc", "-DX=1", "--search", "dfs", "-Wall", "b.cpp",
                             "-pthread", "-fno-exceptions", "-mavx2", "-include", "pre.h", "-O2", "-g"});
  EXPECT_EQ(a.error, "");
  EXPECT_EQ(a.files, (Words{"a.cpp", "b.cpp"}));
  EXPECT_EQ(a.value("--search"), "dfs");
  EXPECT_EQ(a.flags, (Words{"-std=c++20", "-I", "inc", "-DX=1", "-Wall", "-pthread", "-fno-exceptions", "-mavx2",
                            "-include", "pre.h", "-O2", "-g"}));
}

TEST(Arguments, ValueOfACompilerFlagIsNoFile) {
  EXPECT_EQ(split({"-D", "a.c", "b.c"}).files, Words{"b.c"});
  EXPECT_EQ(split({"-x", "c++", "a.h"}).files, Words{"a.h"});
  EXPECT_NE(split({"a.c", "-I"}).error, "");
}

TEST(Arguments, JsonNeverTakesTheNextWord) {
  const Arguments a = split({"--json", "a.c"});
  EXPECT_EQ(a.files, Words{"a.c"});
  EXPECT_EQ(a.value("--json"), "");
  EXPECT_EQ(split({"--json=out.json", "a.c"}).value("--json"), "out.json");
  EXPECT_NE(split({"--json=", "a.c"}).error, "");
}

TEST(Arguments, ProgramArgumentsAreNotLookedAt) {
  const Arguments a = split({"a.c", "--", "--json", "-x", "--", "b.c"});
  EXPECT_EQ(a.files, Words{"a.c"});
  EXPECT_EQ(a.program, (Words{"--json", "-x", "--", "b.c"}));
  EXPECT_FALSE(a.has("--json"));
}

TEST(Arguments, ValuesBothWays) {
  EXPECT_EQ(split({"--timeout", "5", "a.c"}).value("--timeout"), "5");
  EXPECT_EQ(split({"--timeout=5", "a.c"}).value("--timeout"), "5");
  EXPECT_EQ(split({"-j", "1", "a.c"}).value("-j"), "1");
  EXPECT_EQ(split({"-j1", "a.c"}).value("-j"), "1");
  EXPECT_EQ(split({"--seed", "1", "--seed", "2", "a.c"}).value("--seed"), "2");
}

TEST(Arguments, MissingAndSurplusValues) {
  EXPECT_NE(split({"a.c", "--timeout"}).error.find("--timeout"), std::string::npos);
  EXPECT_NE(split({"a.c", "--timeout", "--json"}).error.find("--timeout"), std::string::npos);
  EXPECT_NE(split({"a.c", "--keep-going=yes"}).error.find("takes no value"), std::string::npos);
  EXPECT_NE(split({"a.c", "--search="}).error.find("empty"), std::string::npos);
}

TEST(Arguments, UnknownOptionsAreRefusedWithASuggestion) {
  EXPECT_EQ(split({"--serach", "dfs", "a.c"}).error, "unknown option '--serach'; did you mean '--search'?");
  EXPECT_EQ(split({"--max-execution=3", "a.c"}).error,
            "unknown option '--max-execution'; did you mean '--max-executions'?");
  EXPECT_EQ(split({"--zzzzzzzz", "a.c"}).error, "unknown option '--zzzzzzzz'");
  EXPECT_EQ(split({"-o", "x", "a.c"}).error, "unknown option '-o'");
}

TEST(Arguments, Libraries) {
  EXPECT_EQ(split({"a.c", "-lpthread", "-lm", "-l", "pthread"}).error, "");
  EXPECT_EQ(split({"a.c", "-l", "pthread"}).files, Words{"a.c"});
  EXPECT_EQ(split({"a.c", "-lbz2", "-L", "/opt/lib"}).flags, (Words{"-lbz2", "-L", "/opt/lib"}));
  EXPECT_EQ(split({"a.c", "-p", "build"}).flags, (Words{"-p", "build"}));
  EXPECT_EQ(split({"a.c", "-p"}).error, "'-p' needs a value");
}

TEST(Arguments, ReplayKnowsFewerOptions) {
  EXPECT_EQ(split_arguments(kReplay, {"f.heddle", "--json", "-v"}).error, "");
  EXPECT_NE(split_arguments(kReplay, {"f.heddle", "--search", "dfs"}).error, "");
  EXPECT_NE(split_arguments(kReplay, {"f.heddle", "-std=c++20"}).error, "");
}

TEST(Arguments, JsonIsSeenInWrongCommandLines) {
  EXPECT_TRUE(asks_for_json({"--nonsense", "--json"}));
  EXPECT_FALSE(asks_for_json({"a.c", "--", "--json"}));
  EXPECT_FALSE(asks_for_json({"--json=file"}));
}

TEST(OptionTable, NamesAreUniqueInACommandAndEveryOptionHasHelp) {
  const auto table = option_table();
  for (std::size_t i = 0; i < table.size(); ++i) {
    EXPECT_FALSE(table[i].help.empty()) << table[i].name;
    for (std::size_t k = 0; k < i; ++k)
      EXPECT_TRUE(table[i].name != table[k].name || (table[i].commands & table[k].commands) == 0) << table[i].name;
  }
}

}  // namespace
}  // namespace heddle::cli
