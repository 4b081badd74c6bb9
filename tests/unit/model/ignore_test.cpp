// The file of --ignore: what it accepts, where it is wrong, and which races an entry covers.
#include "model/ignore.h"

#include <gtest/gtest.h>

#include "model/bug.h"

namespace heddle {
namespace {

IgnoreEntry entry(const std::string& line) {
  IgnoreReading reading = parse_ignore(line);
  EXPECT_EQ(reading.error, "") << line;
  EXPECT_EQ(reading.entries.size(), 1u) << line;
  return reading.entries.empty() ? IgnoreEntry{} : reading.entries[0];
}

SourcePosition at(const std::string& file, const std::string& function) { return {file, 7, 1, function, false}; }

Bug race(const std::string& variable) {
  Bug bug;
  bug.kind = BugKind::Race;
  bug.variable = variable;
  bug.accesses.resize(2);
  bug.accesses[0].position = at("a.c", "writer");
  bug.accesses[1].position = at("b.c", "reader");
  bug.accesses[1].callers = {at("lib/c.c", "outer")};
  bug.accesses[1].calls = {at("d.h", "inner")};
  return bug;
}

bool covers(const std::string& line, const Bug& bug) { return matching({entry(line)}, bug).has_value(); }

TEST(Ignore, EntriesCommentsAndEmptyLines) {
  const IgnoreReading reading = parse_ignore(
      "# first\n\n  race variable \"hits\" because  a reason \t\r\n\ttrust function \"log_\\\"x\\\\*\" because b # "
      "c\n");
  ASSERT_EQ(reading.error, "");
  ASSERT_EQ(reading.entries.size(), 2u);
  EXPECT_EQ(reading.entries[0],
            (IgnoreEntry{IgnoreEntry::Kind::Race, IgnoreEntry::What::Variable, "hits", "a reason", 3}));
  EXPECT_EQ(reading.entries[1],
            (IgnoreEntry{IgnoreEntry::Kind::Trust, IgnoreEntry::What::Function, "log_\"x\\*", "b # c", 4}));
  EXPECT_EQ(to_text(reading.entries[1]), "trust function \"log_\\\"x\\\\*\" because b # c");
}

TEST(Ignore, ErrorsHaveAPlace) {
  const struct {
    const char* text;
    unsigned line, column;
  } wrong[] = {
      {"races variable \"x\" because y", 1, 1},
      {"# ok\nrace thing \"x\" because y", 2, 6},
      {"trust variable \"x\" because y", 1, 7},
      {"race variable x because y", 1, 15},
      {"race variable \"x because y", 1, 15},
      {"race variable \"\" because y", 1, 15},
      {"race variable \"**\" because y", 1, 15},
      {"race variable \"a\\n\" because y", 1, 18},
      {"race variable \"x\"", 1, 18},
      {"race variable \"x\" why y", 1, 19},
      {"race variable \"x\" because", 1, 26},
      {"race variable \"x\" because  \t", 1, 29},
      {"race", 1, 5},
  };
  for (const auto& w : wrong) {
    const IgnoreReading reading = parse_ignore(w.text);
    EXPECT_NE(reading.error, "") << w.text;
    EXPECT_TRUE(reading.entries.empty()) << w.text;
    EXPECT_EQ(reading.line, w.line) << w.text;
    EXPECT_EQ(reading.column, w.column) << w.text << ": " << reading.error;
  }
}

TEST(Ignore, Patterns) {
  EXPECT_TRUE(matches("a*c", "abbc"));
  EXPECT_TRUE(matches("*.h", "x.h.h"));
  EXPECT_TRUE(matches("a**b", "ab"));
  EXPECT_FALSE(matches("a*c", "abbcd"));
  EXPECT_FALSE(matches("abc", "ab"));
  EXPECT_FALSE(matches("", "a"));
  EXPECT_TRUE(matches(std::string(50, '*') + "b", std::string(5000, 'a') + "b"));
}

TEST(Ignore, AVariableCoversItsParts) {
  EXPECT_TRUE(covers("race variable \"stats\" because x", race("stats")));
  EXPECT_TRUE(covers("race variable \"stats\" because x", race("stats.hits[3]")));
  EXPECT_TRUE(covers("race variable \"stats.hits\" because x", race("stats.hits[3]")));
  EXPECT_FALSE(covers("race variable \"stats\" because x", race("statistics")));
  EXPECT_FALSE(covers("race variable \"hits\" because x", race("stats.hits")));
}

TEST(Ignore, FunctionsAndFiles) {
  EXPECT_TRUE(covers("race function \"writer\" because x", race("v")));
  EXPECT_TRUE(covers("race file \"b.*\" because x", race("v")));
  EXPECT_FALSE(covers("race function \"outer\" because x", race("v")));
  EXPECT_FALSE(covers("race file \"d.h\" because x", race("v")));
  EXPECT_TRUE(covers("trust function \"outer\" because x", race("v")));
  EXPECT_TRUE(covers("trust file \"d.h\" because x", race("v")));
  EXPECT_FALSE(covers("trust function \"v\" because x", race("v")));
}

TEST(Ignore, OnlyRaces) {
  Bug bug = race("x");
  bug.kind = BugKind::Memory;
  EXPECT_FALSE(covers("race variable \"x\" because y", bug));
}

TEST(Ignore, TrustedCalls) {
  const auto entries = parse_ignore("race function \"f\" because a\ntrust function \"f*\" because b").entries;
  EXPECT_EQ(trusted_call(entries, "foo"), 1u);
  EXPECT_EQ(trusted_call(entries, "goo"), std::nullopt);
}

TEST(Ignore, TheSuggestionCoversItsRace) {
  for (const char* variable : {"counter", "a\"b\\c", "ns::obj.field[3]", "heap block from a.c:12 + 8"}) {
    Bug bug = race(variable);
    bug.position = bug.accesses[1].position;
    EXPECT_TRUE(covers(suggested_entry(bug), bug)) << suggested_entry(bug);
  }
}

}  // namespace
}  // namespace heddle
