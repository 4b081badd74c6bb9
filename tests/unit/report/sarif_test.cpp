// The result of a check as SARIF: what the standard asks for, and that nothing is lost.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "example.h"
#include "report/sarif_report.h"

namespace heddle {
namespace {

nlohmann::json run_of(const Result& result) {
  char* text = nullptr;
  std::size_t size = 0;
  std::FILE* file = open_memstream(&text, &size);
  SarifReporter(file).report(result);
  std::fclose(file);
  const nlohmann::json json = nlohmann::json::parse(std::string(text, size));
  std::free(text);
  EXPECT_EQ(json.at("version"), "2.1.0");
  EXPECT_EQ(json.at("runs").size(), 1u);
  return json.at("runs").at(0);
}

TEST(Sarif, RaceHasBothAccesses) {
  const nlohmann::json run = run_of(example_result());
  ASSERT_EQ(run.at("results").size(), 1u);
  const nlohmann::json& result = run.at("results").at(0);
  EXPECT_EQ(result.at("ruleId"), "race");
  EXPECT_EQ(result.at("level"), "error");
  EXPECT_EQ(result.at("message").at("text").get<std::string>().find("data race on 'counter': no happens-before"), 0u);
  EXPECT_EQ(result.at("partialFingerprints").at("heddle/v1"), "00112233445566ff");
  ASSERT_EQ(result.at("locations").size(), 1u);
  const nlohmann::json& place = result.at("locations").at(0);
  EXPECT_EQ(place.at("physicalLocation").dump(),
            R"({"artifactLocation":{"uri":"a.c"},"region":{"startColumn":5,"startLine":12}})");
  EXPECT_EQ(place.at("message").at("text"), "read by main/2 in worker");
  ASSERT_EQ(result.at("relatedLocations").size(), 1u);
  EXPECT_EQ(result.at("relatedLocations").at(0).at("message").at("text"), "write by main/1 in worker, holding m");
}

// One thread may make both accesses of a memory error, in one place.
TEST(Sarif, NoAccessIsLost) {
  Result result = example_result();
  result.bugs[0].accesses[0].thread = "main/2";
  EXPECT_EQ(run_of(result).at("results").at(0).at("relatedLocations").size(), 1u);
  result.bugs[0].position.line = 13;
  EXPECT_EQ(run_of(result).at("results").at(0).at("relatedLocations").size(), 2u);
}

TEST(Sarif, EveryKindHasARuleAndPlacesThatAreNotKnownAreLeftOut) {
  Result result;
  result.verdict = Verdict::Bug;
  for (const BugKind kind : {BugKind::Race, BugKind::Deadlock, BugKind::Livelock, BugKind::Assertion, BugKind::Crash,
                             BugKind::Memory, BugKind::Misuse, BugKind::Discipline}) {
    Bug bug;
    bug.kind = kind;
    bug.message = "something";
    bug.id = "1";
    result.bugs.push_back(bug);
  }
  result.bugs[1].cycle = {{"main/1", {"a"}, "b", {"d.c", 7, 2, "f", false}}, {"main/2", {}, "a", {}}};
  const nlohmann::json run = run_of(result);
  std::vector<std::string> rules;
  for (const nlohmann::json& rule : run.at("tool").at("driver").at("rules")) rules.push_back(rule.at("id"));
  for (const nlohmann::json& one : run.at("results")) {
    EXPECT_NE(std::find(rules.begin(), rules.end(), one.at("ruleId").get<std::string>()), rules.end())
        << one.at("ruleId");
    EXPECT_TRUE(one.at("locations").empty());
  }
  const nlohmann::json& cycle = run.at("results").at(1).at("relatedLocations");
  ASSERT_EQ(cycle.size(), 1u);
  EXPECT_EQ(cycle.at(0).at("message").at("text"), "main/1 holds a; waits for b");
}

TEST(Sarif, TheVerdictIsThereWithoutResults) {
  Result result;
  result.verdict = Verdict::Inconclusive;
  result.limits = {"stopped after 3 executions"};
  const nlohmann::json inconclusive = run_of(result).at("invocations").at(0);
  EXPECT_EQ(inconclusive.at("executionSuccessful"), true);
  EXPECT_EQ(inconclusive.at("toolExecutionNotifications").dump(),
            R"([{"level":"warning","message":{"text":"verdict: inconclusive"}},)"
            R"({"level":"warning","message":{"text":"stopped after 3 executions"}}])");
  result = Result{};
  result.verdict = Verdict::Error;
  result.message = "a.c:1:2: error: no";
  const nlohmann::json error = run_of(result).at("invocations").at(0);
  EXPECT_EQ(error.at("executionSuccessful"), false);
  EXPECT_EQ(error.at("toolExecutionNotifications").at(0).dump(),
            R"({"level":"error","message":{"text":"a.c:1:2: error: no"}})");
}

}  // namespace
}  // namespace heddle
