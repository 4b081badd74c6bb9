// Messages between the two processes arrive as they were sent, and broken ones as nothing.
#include "report/wire.h"

#include <gtest/gtest.h>

#include "example.h"
#include "report/json.h"
#include "report/text.h"

namespace heddle {
namespace {

TEST(Wire, BugSurvives) {
  Result before = example_result();
  before.bugs[0].replay.clear();  // given by the receiver
  Message message = from_wire(to_wire(before.bugs[0]));
  ASSERT_TRUE(message.bug);
  Result after = before;
  after.bugs = {*message.bug};
  EXPECT_EQ(to_json(after), to_json(before));
  EXPECT_EQ(to_text(after, {}), to_text(before, {}));
  EXPECT_EQ(after.bugs[0].schedule, before.bugs[0].schedule);
  EXPECT_EQ(after.bugs[0].thread_names, before.bugs[0].thread_names);
}

TEST(Wire, ExplorationSurvives) {
  Exploration e;
  e.exhausted = true;
  e.limits = {"a limit"};
  e.stats.executions = 12345678901234;
  e.used_search = "dpor";
  e.exact_detector = true;
  e.exit_statuses = {0, 7};
  e.passed_over = {"crash"};
  e.race_passed_over = true;
  const Message message = from_wire(to_wire(e));
  ASSERT_TRUE(message.exploration);
  EXPECT_TRUE(message.exploration->exhausted);
  EXPECT_EQ(message.exploration->limits, e.limits);
  EXPECT_EQ(message.exploration->stats.executions, e.stats.executions);
  EXPECT_EQ(message.exploration->exit_statuses, e.exit_statuses);
  EXPECT_TRUE(message.exploration->race_passed_over);
  EXPECT_FALSE(message.bug);
}

TEST(Wire, AnyBytesInTheOutput) {
  Bug bug = example_race();
  bug.output = std::string("a\xff\0b", 4);
  EXPECT_TRUE(from_wire(to_wire(bug)).bug);
}

TEST(Wire, RubbishIsNothing) {
  for (const char* text : {"", "{", "[]", "42", "{\"bug\":{}}", "{\"bug\":{\"kind\":\"no such\"}}", "{\"other\":1}"}) {
    const Message message = from_wire(text);
    EXPECT_FALSE(message.bug || message.exploration || message.divergence) << text;
  }
}

}  // namespace
}  // namespace heddle
