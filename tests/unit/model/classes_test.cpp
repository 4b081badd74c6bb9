// Files of --classes.
#include "model/classes.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

TEST(Classes, EachKind) {
  const ClassReading reading = parse_classes(
      "# comment\n\n  unshared variable \"scratch\" because one thread has it\n"
      "lock-protected variable \"table*\" because of table_lock\r\ncommunication variable \"ready\" because a flag");
  EXPECT_EQ(reading.error, "");
  ASSERT_EQ(reading.entries.size(), 3u);
  EXPECT_EQ(reading.entries[0].location_class, LocationClass::Unshared);
  EXPECT_EQ(reading.entries[0].pattern, "scratch");
  EXPECT_EQ(reading.entries[0].line, 3u);
  EXPECT_EQ(reading.entries[1].location_class, LocationClass::LockProtected);
  EXPECT_EQ(reading.entries[1].pattern, "table*");
  EXPECT_EQ(reading.entries[2].location_class, LocationClass::Communication);
}

TEST(Classes, Mistakes) {
  auto error = [](const char* text) { return parse_classes(text).error; };
  EXPECT_EQ(error("shared variable \"x\" because y"), "expected 'unshared', 'lock-protected' or 'communication'");
  EXPECT_EQ(error("unshared \"x\" because y"), "expected 'variable'");
  EXPECT_EQ(error("unshared variable x because y"), "expected a name in double quotes");
  EXPECT_EQ(error("unshared variable \"x because y"), "expected a name in double quotes");
  EXPECT_EQ(error("unshared variable \"\" because y"), "an empty name");
  EXPECT_EQ(error("unshared variable \"x\""), "a reason is required: because ...");
  EXPECT_EQ(error("unshared variable \"x\" because  "), "a reason is required: because ...");
  EXPECT_EQ(parse_classes("\nunshared variable x").line, 2u);
}

}  // namespace
}  // namespace heddle
