// Every reason not to say verified.
#include "run/verdict.h"

#include <gtest/gtest.h>

#include "detect/registry.h"

namespace heddle::run {
namespace {

Exploration complete_search() {
  Exploration e;
  e.exhausted = true;
  e.exact_detector = true;
  e.used_search = "dpor";
  e.stats.executions = 3;
  e.exit_statuses = {0};
  return e;
}

Result judge(const CheckOptions& options, Exploration e, const Image& image = {}, std::vector<Bug> bugs = {}) {
  Findings findings;
  findings.exploration = std::move(e);
  findings.bugs = std::move(bugs);
  return conclude(options, image, std::move(findings));
}

void expect_inconclusive(const Result& result) {
  EXPECT_EQ(result.verdict, Verdict::Inconclusive);
  EXPECT_FALSE(result.complete);
  EXPECT_FALSE(result.limits.empty());
}

TEST(Verdict, Verified) {
  const Result result = judge({}, complete_search());
  EXPECT_EQ(result.verdict, Verdict::Verified);
  EXPECT_TRUE(result.complete);
  EXPECT_TRUE(result.limits.empty());
  EXPECT_EQ(result.used_search, "dpor");
  EXPECT_TRUE(result.assumptions.empty());
}

TEST(Verdict, EntriesOfIgnore) {
  CheckOptions options;
  options.ignore_file = "i.txt";
  options.ignore = parse_ignore(
                       "race variable \"x\" because a\ntrust function \"f\" because b\n"
                       "race file \"g\" because c")
                       .entries;
  Exploration e = complete_search();
  e.ignored = {"a.c:1: data race on 'x'"};
  e.used_entries = {0, 1};
  const Result result = judge(options, e);
  EXPECT_EQ(result.verdict, Verdict::Verified);
  EXPECT_EQ(result.ignored, e.ignored);
  EXPECT_EQ(result.unused_ignores, (std::vector<std::string>{"i.txt:3: race file \"g\" because c"}));
  EXPECT_EQ(result.assumptions.back(), "trusted code is correct: i.txt:2: trust function \"f\" because b");
}

// --baseline: with known bugs a program is not verified, and what else was covered is still said.
TEST(Verdict, KnownBugs) {
  CheckOptions options;
  options.baseline_file = "known.json";
  options.known_bugs = {"one", "two"};
  options.keep_going = options.stops_at_new_bug = true;
  Findings findings;
  findings.exploration = complete_search();
  findings.known_bugs.resize(1);
  findings.known_bugs[0].id = "two";
  const Result known = conclude(options, {}, findings);
  EXPECT_EQ(known.verdict, Verdict::Inconclusive);
  EXPECT_TRUE(known.complete);
  EXPECT_EQ(known.limits, (std::vector<std::string>{"1 known bug is not reported again (--baseline known.json)"}));
  EXPECT_EQ(known.unmet_bugs, (std::vector<std::string>{"one"}));
  findings.exploration->limits = {"a bound"};
  EXPECT_FALSE(conclude(options, {}, findings).complete);
  EXPECT_TRUE(conclude(options, {}, findings).unmet_bugs.empty());
  findings.exploration = complete_search();
  findings.bugs.resize(1);
  const Result fresh = conclude(options, {}, findings);
  EXPECT_EQ(fresh.verdict, Verdict::Bug);
  EXPECT_FALSE(fresh.complete);  // ended at the new one
  findings.bugs.clear();
  findings.known_bugs.clear();
  const Result none = conclude(options, {}, findings);
  EXPECT_EQ(none.verdict, Verdict::Verified);
  EXPECT_EQ(none.unmet_bugs.size(), 2u);
}

TEST(Verdict, NotExhausted) {
  Exploration e = complete_search();
  e.exhausted = false;
  expect_inconclusive(judge({}, e));
}

TEST(Verdict, ALimitSpeaksAgainstIt) {
  Exploration e = complete_search();
  e.limits = {"stopped"};
  expect_inconclusive(judge({}, e));
}

TEST(Verdict, NoExecutionCompleted) {
  Exploration e = complete_search();
  e.stats.executions = 0;
  expect_inconclusive(judge({}, e));
}

TEST(Verdict, UncontrolledCalls) {
  Exploration e = complete_search();
  e.uncontrolled = {"foo (a.c:3)"};
  const Result result = judge({}, e);
  expect_inconclusive(result);
  EXPECT_EQ(result.uncontrolled, e.uncontrolled);
}

TEST(Verdict, HarmlessCallsCountOnlyWithStrict) {
  Image image;
  image.harmless_calls = {"getpid"};
  EXPECT_EQ(judge({}, complete_search(), image).verdict, Verdict::Verified);
  EXPECT_EQ(judge({}, complete_search(), image).uncontrolled, image.harmless_calls);
  CheckOptions strict;
  strict.strict = true;
  expect_inconclusive(judge(strict, complete_search(), image));
}

TEST(Verdict, SyncNeedsAnExactDetectorThatIsAsked) {
  CheckOptions none;
  none.detector = "none";
  Exploration e = complete_search();
  e.exact_detector = false;
  expect_inconclusive(judge(none, e));
  expect_inconclusive(judge({}, e));
  CheckOptions no_races;
  no_races.properties = {BugKind::Deadlock};
  EXPECT_EQ(judge(no_races, complete_search()).verdict, Verdict::Verified);  // an exact detector saw no race
  Exploration passed_over = complete_search();
  passed_over.race_passed_over = true;
  expect_inconclusive(judge(no_races, passed_over));
  none.visible = no_races.visible = Visibility::All;
  expect_inconclusive(judge(none, e));  // races are asked for, and nobody looked
  none.properties = {BugKind::Deadlock};
  EXPECT_EQ(judge(none, e).verdict, Verdict::Verified);
  EXPECT_EQ(judge(no_races, complete_search()).verdict, Verdict::Verified);
}

TEST(Verdict, WhatADetectorCannotPromise) {
  Exploration e = complete_search();
  e.exact_detector = false;
  CheckOptions options;
  options.visible = Visibility::All;
  options.detector = kSummaryWithoutReads;
  const Result paper = judge(options, e);
  expect_inconclusive(paper);
  EXPECT_NE(paper.limits[0].find("read-then-write not checked"), std::string::npos);
  options.properties = {BugKind::Deadlock, BugKind::Discipline};
  options.detector = "locking-discipline";
  EXPECT_EQ(judge(options, e).verdict, Verdict::Verified);
  options.detector = "eraser";
  expect_inconclusive(judge(options, e));
  options.properties.push_back(BugKind::Race);
  options.detector = "locking-discipline";
  expect_inconclusive(judge(options, e));
}

TEST(Verdict, FailuresOfOtherKindsThatEndedExecutions) {
  Exploration e = complete_search();
  e.passed_over = {"assertion"};
  CheckOptions options;
  options.properties = {BugKind::Race};
  const Result result = judge(options, e);
  expect_inconclusive(result);
  EXPECT_NE(result.limits[0].find("assertion"), std::string::npos);
}

TEST(Verdict, BugIsCompleteOnlyWithKeepGoing) {
  Bug bug;
  Result result = judge({}, complete_search(), {}, {bug});
  EXPECT_EQ(result.verdict, Verdict::Bug);
  EXPECT_FALSE(result.complete);
  CheckOptions keep_going;
  keep_going.keep_going = true;
  result = judge(keep_going, complete_search(), {}, {bug});
  EXPECT_TRUE(result.complete);
  Exploration e = complete_search();
  e.race_passed_over = true;
  result = judge(keep_going, e, {}, {bug});
  EXPECT_FALSE(result.complete);
  EXPECT_FALSE(result.limits.empty());
}

TEST(Verdict, ADeadChildKeepsItsBugsAndCounters) {
  Findings findings;
  findings.limits = {"the exploring process was killed by signal 9"};
  findings.last_counters.executions = 17;
  Result result = conclude({}, {}, findings);
  expect_inconclusive(result);
  EXPECT_EQ(result.stats.executions, 17u);
  EXPECT_EQ(result.used_search, "auto");
  findings.bugs.emplace_back();
  result = conclude({}, {}, findings);
  EXPECT_EQ(result.verdict, Verdict::Bug);
  EXPECT_EQ(result.limits.size(), 1u);
}

TEST(Verdict, AssumesWhatTheProgramCouldNotice) {
  Image image;
  image.weak_atomics = true;
  Exploration e = complete_search();
  e.assumptions = {"malloc succeeds"};
  EXPECT_EQ(judge({}, e, image).assumptions,
            (std::vector<std::string>{"sequential consistency", "malloc succeeds"}));
}

}  // namespace
}  // namespace heddle::run
