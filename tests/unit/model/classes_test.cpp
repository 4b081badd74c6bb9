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
  EXPECT_EQ(error("shared variable \"x\" because y"),
            "expected 'unshared', 'lock-protected', 'communication' or 'initialised'");
  EXPECT_EQ(error("unshared \"x\" because y"), "expected 'variable'");
  EXPECT_EQ(error("unshared variable x because y"), "expected a name in double quotes");
  EXPECT_EQ(error("unshared variable \"x because y"), "expected a name in double quotes");
  EXPECT_EQ(error("unshared variable \"\" because y"), "an empty name");
  EXPECT_EQ(error("unshared variable \"x\""), "a reason is required: because ...");
  EXPECT_EQ(error("unshared variable \"x\" because  "), "a reason is required: because ...");
  EXPECT_EQ(parse_classes("\nunshared variable x").line, 2u);
}

TEST(Classes, Initialisers) {
  const ClassReading reading = parse_classes(
      "initialised variable \"config\" by \"main/2/10\" because it reads the file\n"
      "initialised variable \"t*\" by \"nobody\" because it is constant\n");
  EXPECT_EQ(reading.error, "");
  ASSERT_EQ(reading.entries.size(), 2u);
  EXPECT_EQ(reading.entries[0].location_class, LocationClass::Initialised);
  EXPECT_EQ(reading.entries[0].pattern, "config");
  EXPECT_EQ(reading.entries[0].thread, "main/2/10");
  EXPECT_EQ(reading.entries[1].thread, "");
  for (ClassEntry entry : reading.entries) {
    const ClassReading again = parse_classes(to_text(entry));
    ASSERT_EQ(again.entries.size(), 1u) << to_text(entry) << ": " << again.error;
    entry.line = 1;
    EXPECT_EQ(again.entries[0], entry);
  }
  auto error = [](const std::string& by) { return parse_classes("initialised variable \"x\"" + by).error; };
  EXPECT_EQ(error(" because y"), "expected 'by'");
  EXPECT_EQ(error(" by main because y"), "expected a thread in double quotes");
  EXPECT_EQ(error(" by \"main\""), "a reason is required: because ...");
  for (const char* name : {"", "T1", "main/", "main/0", "main/x", "main//1", "mainly", "main1"})
    EXPECT_NE(error(" by \"" + std::string(name) + "\" because y").find("as reports name it"), std::string::npos)
        << name;
}

}  // namespace
}  // namespace heddle
