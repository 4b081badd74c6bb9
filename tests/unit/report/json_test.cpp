// The JSON report is a contract: this pins every byte of it.
#include "report/json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "example.h"

namespace heddle {
namespace {

TEST(Json, Golden) {
  EXPECT_EQ(
      to_json(example_result()),
      R"({"heddle":1,"verdict":"bug","complete":false,"properties":["race","deadlock"],"memory_model":"sc",)"
      R"("search":"auto","used_search":"dpor","detector":"vector-clock","bugs":[{"kind":"race",)"
      R"("message":"data race on 'counter'","variable":"counter","id":"00112233445566ff","thread":"main/2",)"
      R"("file":"a.c","line":12,"column":5,"function":"worker","accesses":[{"thread":"main/1","op":"write",)"
      R"("file":"a.c","line":12,"column":5,"function":"worker","locks":["m"],"calls":[]},{"thread":"main/2",)"
      R"("op":"read","file":"a.c","line":12,"column":5,"function":"worker","locks":[],"calls":[]}],)"
      R"x("ignore":"race variable \"counter\" because (say why it does no harm)",)x"
      R"("steps":[{"thread":"main","kind":"create","text":"pthread_create(&t[0], 0, worker, 0);","file":"a.c","line":20,)"
      R"("column":3,"function":"main","operation":"create main/1","object":"main/1","value":null,"locks":[],)"
      R"("relevant":true,"in_bug":false},)"
      R"({"thread":"main","kind":"create","text":"pthread_create(&t[1], 0, worker, 0);","file":"a.c","line":21,)"
      R"("column":3,"function":"main","operation":"create main/2","object":"main/2","value":null,"locks":[],)"
      R"("relevant":true,"in_bug":false},)"
      R"({"thread":"main/1","kind":"access","text":"counter++;","file":"a.c","line":12,"column":5,"function":"worker",)"
      R"("operation":"write counter = 1","object":"counter","value":"1","locks":["m"],"relevant":true,"in_bug":true,)"
      R"("switch":"main blocks on join of main/1"},)"
      R"({"thread":"main/2","kind":"access","text":"counter++;","file":"a.c","line":12,"column":5,"function":"worker",)"
      R"("operation":"read counter = 1","object":"counter","value":"1","locks":[],"relevant":true,"in_bug":true,)"
      R"("switch":"main/1 is preempted before unlock m"}],)"
      R"("edges":[{"from":0,"to":2,"object":"main/1"},{"from":1,"to":3,"object":"main/2"}],)"
      R"("why":"no happens-before edge: main/1 holds m, main/2 holds no lock: no lock in common.",)"
      R"("schedule":["main","main","main/1","main/2:1"],"output":"hello\n","replay":"a.c.heddle"}],"limits":[],)"
      R"("uncontrolled":[],"exit_statuses":[0],"assumptions":["sequential consistency"],"runs_forever":false,"bounded_loops":[],)"
      R"("stats":{"executions":2,)"
      R"("blocked":0,"transitions":31,"states":0,"matched":0,"reexplored":0,"store_bytes":0,"backtracks":1,"pruned":0,)"
      R"("max_depth":14,"choice":null,"found_by":"dpor","wall_ms":4.1,"peak_rss_kb":60100}})"
      "\n");
}

nlohmann::json first_bug(const Bug& bug) {
  Result result;
  result.bugs = {bug};
  return nlohmann::json::parse(to_json(result)).at("bugs").at(0);
}

TEST(Json, KeysOfEachKind) {
  Bug bug;
  bug.kind = BugKind::Deadlock;
  bug.cycle = {{"main/1", {"a"}, "b", {"d.c", 7, 2, "f", false}}};
  bug.blocked = {"main", "main/1"};
  EXPECT_EQ(first_bug(bug).at("cycle").dump(),
            R"([{"file":"d.c","holds":["a"],"line":7,"thread":"main/1","wants":"b"}])");
  EXPECT_EQ(first_bug(bug).at("blocked").size(), 2u);
  EXPECT_FALSE(first_bug(bug).contains("accesses"));
  bug = Bug{};
  bug.kind = BugKind::Crash;
  bug.signal = "SIGSEGV";
  EXPECT_EQ(first_bug(bug).at("signal"), "SIGSEGV");
  bug = Bug{};
  bug.kind = BugKind::Memory;
  bug.allocated_at = "a.c:3";
  EXPECT_EQ(first_bug(bug).at("allocated_at"), "a.c:3");
  EXPECT_TRUE(first_bug(bug).contains("accesses"));
  for (const char* key :
       {"kind", "message", "id", "thread", "file", "line", "column", "function", "schedule", "output", "replay"})
    EXPECT_TRUE(first_bug(bug).contains(key)) << key;
}

TEST(Json, TestsOfTheProgram) {
  Result result;
  EXPECT_FALSE(nlohmann::json::parse(to_json(result)).contains("tests"));
  result.tests = {{"Queue", Verdict::Bug, false, 3, 17, {"00ff"}}};
  EXPECT_EQ(nlohmann::json::parse(to_json(result)).at("tests").dump(),
            R"([{"bugs":["00ff"],"complete":false,"executions":3,"name":"Queue","transitions":17,"verdict":"bug"}])");
}

TEST(Json, CallsAreFrames) {
  Bug bug = example_race();
  bug.accesses[0].calls = {{"/usr/include/c++/12/bits/stl_vector.h", 9, 1, "std::vector<int>::size", true}};
  EXPECT_EQ(first_bug(bug).at("accesses").at(0).at("calls").at(0).at("function"), "std::vector<int>::size");
}

TEST(Json, OutputIsAlwaysValidUtf8) {
  Bug bug = example_race();
  bug.output = std::string("ok \xff\xfe \xc3 end\0z", 14);
  const std::string text = first_bug(bug).at("output");
  EXPECT_NE(text.find("ok "), std::string::npos);
  EXPECT_NE(text.find("\xef\xbf\xbd"), std::string::npos);
  EXPECT_EQ(text.find('\xff'), std::string::npos);
}

TEST(Json, ErrorHasMessage) {
  Result result;
  result.verdict = Verdict::Error;
  result.message = "a.c:1:2: error: expected ';'";
  const auto json = nlohmann::json::parse(to_json(result));
  EXPECT_EQ(json.at("verdict"), "error");
  EXPECT_EQ(json.at("message"), "a.c:1:2: error: expected ';'");
  EXPECT_EQ(json.at("heddle"), 1);
}

}  // namespace
}  // namespace heddle
