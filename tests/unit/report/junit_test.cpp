// JUnit XML: what CI servers count, and text of any kind as text.
#include <gtest/gtest.h>

#include <cstdlib>

#include "example.h"
#include "report/junit_report.h"

namespace heddle {
namespace {

std::string junit_of(const Result& result) {
  char* text = nullptr;
  std::size_t size = 0;
  std::FILE* file = open_memstream(&text, &size);
  JunitReporter(file, "a.c", TextStyle{}).report(result);
  std::fclose(file);
  std::string out(text, size);
  std::free(text);
  return out;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Junit, ABugIsAFailureWithTheReport) {
  const std::string xml = junit_of(example_result());
  EXPECT_TRUE(has(xml, R"(<testsuite name="a.c" tests="1" failures="1" errors="0" time="0.004" skipped="0">)")) << xml;
  EXPECT_TRUE(has(xml, R"(<testcase classname="a.c" name="a.c" time="0.004">)")) << xml;
  EXPECT_TRUE(has(xml, R"(<failure type="race" message="a.c:12:5: error: data race on 'counter' [race]">)")) << xml;
  EXPECT_TRUE(has(xml, "write by main/1")) << "the text report";
}

TEST(Junit, OnlyVerifiedPasses) {
  Result result;
  result.verdict = Verdict::Verified;
  EXPECT_TRUE(has(junit_of(result), R"(tests="1" failures="0" errors="0")"));
  EXPECT_FALSE(has(junit_of(result), "<error") || has(junit_of(result), "<failure"));
  result.verdict = Verdict::Inconclusive;
  result.limits = {"stopped after 3 executions"};
  EXPECT_TRUE(has(junit_of(result), R"(tests="1" failures="0" errors="1")"));
  EXPECT_TRUE(has(junit_of(result), R"(<error type="inconclusive" message="stopped after 3 executions">)"));
  result.verdict = Verdict::Error;
  result.message = "a.c:1:2: error: no\nsecond line";
  EXPECT_TRUE(
      has(junit_of(result), R"(<error type="error" message="a.c:1:2: error: no">a.c:1:2: error: no&#10;second)"));
}

TEST(Junit, EachTestIsACase) {
  Result result = example_result();
  result.tests = {{"good", Verdict::Verified, true, 3, 20, {}},
                  {"racy", Verdict::Bug, false, 2, 10, {"00112233445566ff"}},
                  {"cut", Verdict::Inconclusive, false, 1, 10, {}}};
  const std::string xml = junit_of(result);
  EXPECT_TRUE(has(xml, R"(tests="3" failures="1" errors="1")")) << xml;
  EXPECT_TRUE(has(xml, R"(<testcase classname="a.c" name="good"/>)")) << xml;
  EXPECT_TRUE(has(xml, "<testcase classname=\"a.c\" name=\"racy\">\n<failure type=\"race\"")) << xml;
  EXPECT_TRUE(has(xml, "<testcase classname=\"a.c\" name=\"cut\">\n<error type=\"inconclusive\"")) << xml;
}

// A bug outside of all tests must not get lost because each test passed.
TEST(Junit, WhatNoTestAccountsForIsACaseOfItsOwn) {
  Result result = example_result();
  result.tests = {{"good", Verdict::Verified, true, 3, 20, {}}};
  const std::string xml = junit_of(result);
  EXPECT_TRUE(has(xml, R"(tests="2" failures="1" errors="0")")) << xml;
  result.bugs.clear();
  result.verdict = Verdict::Inconclusive;
  EXPECT_TRUE(has(junit_of(result), R"(tests="2" failures="0" errors="1")")) << junit_of(result);
}

TEST(Junit, TextIsText) {
  EXPECT_EQ(xml_text("<a b=\"c\">&amp;'"), "&lt;a b=&quot;c&quot;&gt;&amp;amp;'");
  EXPECT_EQ(xml_text("]]>"), "]]&gt;");
  EXPECT_EQ(xml_text("a\nb\tc"), "a&#10;b&#9;c");
  EXPECT_EQ(xml_text("\x1b[31m"), "\xEF\xBF\xBD[31m");
  EXPECT_EQ(xml_text("gr\xC3\xBC\xC3\x9F \xE2\x82\xAC \xF0\x9F\x98\x80"),
            "gr\xC3\xBC\xC3\x9F \xE2\x82\xAC \xF0\x9F\x98\x80");
  for (const char* wrong : {"\xFF", "\xC3", "\xC0\x80", "\xED\xA0\x80", "\xEF\xBF\xBF", "\xF4\x90\x80\x80", "\xE2\x82"})
    EXPECT_EQ(xml_text(wrong).find_first_not_of("\xEF\xBF\xBD"), std::string::npos) << wrong;
  EXPECT_EQ(xml_text("\xE2\x82z"), "\xEF\xBF\xBD\xEF\xBF\xBDz");
}

}  // namespace
}  // namespace heddle
