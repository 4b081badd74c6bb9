// The commands of replay --step.
#include "cli/step.h"

#include <gtest/gtest.h>

namespace heddle::cli {
namespace {

Walkthrough three_steps() {
  Walkthrough walk;
  walk.thread_names = {"main", "main/1"};
  for (unsigned i = 0; i < 3; ++i) {
    InterleavingRow row;
    row.thread = ThreadId(static_cast<std::uint16_t>(i % 2));
    row.position = {"a.c", i + 10, 3, "work", false};
    row.source = "x++;";
    row.what = "write x = " + std::to_string(i);
    walk.rows.push_back(row);
  }
  walk.end = "a.c:12:3: data race on 'x' [race]";
  return walk;
}

std::string walked(const std::string& commands) {
  std::FILE* in = std::tmpfile();
  std::fwrite(commands.data(), 1, commands.size(), in);
  std::rewind(in);
  char* text = nullptr;
  std::size_t size = 0;
  std::FILE* out = open_memstream(&text, &size);
  walk_steps(three_steps(), in, out, false);
  std::fclose(in);
  std::fclose(out);
  std::string result(text, size);
  std::free(text);
  return result;
}

TEST(Step, Moves) {
  EXPECT_EQ(answer_step("", 0, 3).at, 1u);
  EXPECT_EQ(answer_step("n\n", 1, 3).at, 2u);
  EXPECT_EQ(answer_step("b", 1, 3).at, 0u);
  EXPECT_EQ(answer_step(" 3 ", 0, 3).at, 2u);
  EXPECT_EQ(answer_step("g", 0, 3).at, 3u);
  EXPECT_TRUE(answer_step("q", 1, 3).quit);
}

TEST(Step, WhatDoesNotWorkSaysSoAndStays) {
  for (const char* command : {"0", "4", "99999999999999999999", "-1", "x", "3x", "nn"}) {
    const StepAnswer answer = answer_step(command, 1, 3);
    EXPECT_EQ(answer.at, 1u) << command;
    EXPECT_NE(answer.text, "") << command;
    EXPECT_FALSE(answer.quit) << command;
  }
  EXPECT_NE(answer_step("b", 0, 3).text, "");
  EXPECT_NE(answer_step("n", 3, 3).text, "");
  EXPECT_EQ(answer_step("n", 3, 3).at, 3u);
}

TEST(Step, AWalk) {
  EXPECT_EQ(walked("n\nq\nn\n"),
            "step 1 of 3  main  a.c:10:3 in work\n    x++;\n    write x = 0\n"
            "step 2 of 3  main/1  a.c:11:3 in work\n    x++;\n    write x = 1\n");
  EXPECT_NE(walked("g").find("end\n    a.c:12:3: data race on 'x' [race]\n"), std::string::npos);
}

TEST(Step, NoRows) {
  Walkthrough walk;
  walk.end = "crash";
  EXPECT_EQ(step_text(walk, 0), "end\n    crash\n");
  EXPECT_EQ(answer_step("1", 0, 0).at, 0u);
}

}  // namespace
}  // namespace heddle::cli
