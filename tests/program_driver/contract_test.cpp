// The driver's own test: a wrong report must not pass. A good report is taken apart in one place at a time, and each
// time there must be a complaint.
#include "contract.h"

#include <gtest/gtest.h>

#include <fstream>

namespace heddle::program_tests {
namespace {

using nlohmann::json;

const std::filesystem::path& program() {
  static const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "heddle_contract_test.c";
  return file;
}

Expectation expectation(const std::string& header) {
  const auto& file = program();
  std::ofstream(file) << header << "//\n// prose: not a key\nint main(void) { return 0; }\n";
  return read_expectation(file);
}

const char* const kRaceHeader = "// expect: race on counter\n// lines: 12, 20\n";
const char* const kVerifiedHeader =
    "// expect: verified\n// executions(dpor): 6\n// blocked(dpor): 0\n// states(dpor): 0\n// exit: 0 3\n";

json access(const char* thread, const char* op, int line) {
  return {{"thread", thread}, {"op", op},           {"file", program().string()}, {"line", line},
          {"column", 1},      {"function", "work"}, {"locks", json::array()},     {"calls", json::array()}};
}

json report(const char* verdict) {
  return {{"heddle", 1},
          {"verdict", verdict},
          {"complete", true},
          {"properties", json::array()},
          {"memory_model", "sc"},
          {"search", "dpor"},
          {"used_search", "dpor"},
          {"detector", "vector-clock"},
          {"bugs", json::array()},
          {"limits", json::array()},
          {"uncontrolled", json::array()},
          {"exit_statuses", {0, 3}},
          {"assumptions", json::array()},
          {"stats",
           {{"executions", 6},
            {"blocked", 0},
            {"transitions", 9},
            {"states", 0},
            {"matched", 0},
            {"backtracks", 5},
            {"pruned", 0},
            {"max_depth", 4},
            {"found_by", nullptr},
            {"wall_ms", 1.5},
            {"peak_rss_kb", 100}}}};
}

json race_report() {
  json result = report("bug");
  result["complete"] = false;
  result["bugs"].push_back({{"kind", "race"},
                            {"message", "data race on 'counter'"},
                            {"variable", "counter"},
                            {"id", "1f"},
                            {"thread", "main/2"},
                            {"file", program().string()},
                            {"line", 20},
                            {"column", 1},
                            {"function", "work"},
                            {"accesses", {access("main/1", "write", 12), access("main/2", "read", 20)}},
                            {"schedule", {"main"}},
                            {"output", ""},
                            {"replay", "a.c.heddle"}});
  return result;
}

std::size_t count(const char* header, const json& report, int status) {
  return complaints(expectation(header), report, status, "dpor", "sync").size();
}

TEST(Contract, GoodReportsPass) {
  EXPECT_EQ(count(kVerifiedHeader, report("verified"), 0), 0u);
  EXPECT_EQ(count(kRaceHeader, race_report(), 1), 0u);
}

TEST(Contract, EveryKeyIsNeeded) {
  const json good = race_report();
  for (const auto& [key, value] : good.items()) {
    json broken = good;
    broken.erase(key);
    EXPECT_GT(count(kRaceHeader, broken, 1), 0u) << key;
  }
  for (const auto& [key, value] : good["bugs"][0].items()) {
    json broken = good;
    broken["bugs"][0].erase(key);
    EXPECT_GT(count(kRaceHeader, broken, 1), 0u) << key;
  }
}

TEST(Contract, WrongValuesAreNoticed) {
  auto broken = [](auto change) {
    json report = race_report();
    change(report);
    return count(kRaceHeader, report, 1);
  };
  EXPECT_GT(broken([](json& r) { r["verdict"] = "verified"; }), 0u);
  EXPECT_GT(broken([](json& r) { r["search"] = "dfs"; }), 0u);
  EXPECT_GT(broken([](json& r) { r["bugs"] = json::array(); }), 0u);
  EXPECT_GT(broken([](json& r) { r["bugs"][0]["kind"] = "deadlock"; }), 0u);
  EXPECT_GT(broken([](json& r) { r["bugs"][0]["variable"] = "counters"; }), 0u);
  EXPECT_GT(broken([](json& r) { r["bugs"][0]["accesses"][0]["line"] = 13; }), 0u);
  EXPECT_GT(broken([](json& r) { r["bugs"][0]["accesses"][0]["file"] = "vector.h"; }), 0u);
  EXPECT_GT(broken([](json& r) { r["complete"] = true; }), 0u);
  EXPECT_GT(broken([](json& r) { r["bugs"][0]["accesses"][0]["op"] = "read"; }), 0u);
  EXPECT_GT(broken([](json& r) { r["bugs"][0]["accesses"][0]["thread"] = "main/2"; }), 0u);
  EXPECT_GT(count(kRaceHeader, race_report(), 3), 0u);
  EXPECT_GT(count(kRaceHeader, report("verified"), 0), 0u);
}

TEST(Contract, CountsAreCompared) {
  json other = report("verified");
  other["stats"]["executions"] = 5;
  EXPECT_GT(count(kVerifiedHeader, other, 0), 0u);
  other = report("verified");
  other["stats"]["blocked"] = 1;
  EXPECT_GT(count(kVerifiedHeader, other, 0), 0u);
  other = report("verified");
  other["stats"]["states"] = 1;
  EXPECT_GT(count(kVerifiedHeader, other, 0), 0u);
  other = report("verified");
  other["exit_statuses"] = {0};
  EXPECT_GT(count(kVerifiedHeader, other, 0), 0u);
  other = report("verified");
  other["complete"] = false;
  EXPECT_GT(count(kVerifiedHeader, other, 0), 0u);
}

TEST(Contract, AProgramMayNeverEnd) {
  json endless = report("verified");
  EXPECT_GT(count("// expect: verified\n// exit: never\n", endless, 0), 0u);
  endless["exit_statuses"] = json::array();
  EXPECT_EQ(count("// expect: verified\n// exit: never\n", endless, 0), 0u);
  EXPECT_GT(count("// expect: verified\n", endless, 0), 0u);
}

TEST(Expectation, MistakesInTheHeaderAreNamed) {
  EXPECT_TRUE(expectation(kRaceHeader).mistakes.empty());
  EXPECT_EQ(expectation(kRaceHeader).lines, (std::set<int>{12, 20}));
  EXPECT_FALSE(expectation("// lines: 3\n").mistakes.empty());
  EXPECT_FALSE(expectation("// expect: rase on x\n").mistakes.empty());
  EXPECT_FALSE(expectation("// expect: verified\n// exits: 0\n").mistakes.empty());
  EXPECT_FALSE(expectation("// expect: verified\n// exit: zero\n").mistakes.empty());
  EXPECT_FALSE(expectation("// expect: verified\n// exit:\n").mistakes.empty());
  EXPECT_FALSE(expectation("// expect: race on x\n// expect: race on y\n").mistakes.empty());
  EXPECT_EQ(expectation("// expect: verified\n// args: a \"b c\"\n").arguments, (std::vector<std::string>{"a", "b c"}));
}

TEST(Expectation, DetectorsMayExpectSomethingElse) {
  const Expectation e = expectation(
      "// expect: race on x\n// lines: 3\n// detectors: exact\n// expect(eraser): discipline on y\n"
      "// message(eraser): so far {m}\n");
  EXPECT_TRUE(e.mistakes.empty());
  EXPECT_EQ(e.outcomes[0].kind, "race");
  EXPECT_EQ(e.detectors, std::vector<std::string>{"exact"});
  ASSERT_EQ(e.with.size(), 1u);
  const Expectation eraser = e.of_detector("eraser");
  ASSERT_EQ(eraser.outcomes.size(), 1u);
  EXPECT_EQ(eraser.outcomes[0].kind, "discipline");
  EXPECT_EQ(eraser.outcomes[0].variable, "y");
  EXPECT_EQ(eraser.message, "so far {m}");
  EXPECT_TRUE(eraser.lines.empty());
  EXPECT_EQ(eraser.exit_status(), 1);
  EXPECT_FALSE(expectation("// expect: verified\n// message(eraser): x\n").mistakes.empty());
}

TEST(Expectation, ProgramsOfTheMatrixNamePrimitives) {
  const Expectation two = expectation("// primitive: std::latch\n// primitive: std::barrier\n// expect: verified\n");
  EXPECT_TRUE(two.mistakes.empty());
  EXPECT_EQ(two.primitives, (std::vector<std::string>{"std::latch", "std::barrier"}));
  EXPECT_FALSE(expectation("// primitive: \n// expect: verified\n").mistakes.empty());

  const auto directory = std::filesystem::path(testing::TempDir()) / "matrix";
  std::filesystem::create_directories(directory);
  std::ofstream(directory / "nameless.c") << "// expect: verified\n//\nint main(void) { return 0; }\n";
  EXPECT_FALSE(read_expectation(directory / "nameless.c").mistakes.empty());
}

TEST(Expectation, VariablesMatchByWholeNames) {
  EXPECT_TRUE(names_variable("box", "box"));
  EXPECT_TRUE(names_variable("box.items[3]", "box"));
  EXPECT_TRUE(names_variable("ns::box[1]", "box"));
  EXPECT_TRUE(names_variable("heap block from a.c:12 + 8", "heap block"));
  EXPECT_FALSE(names_variable("boxes", "box"));
  EXPECT_FALSE(names_variable("inbox", "box"));
  EXPECT_FALSE(names_variable("", "box"));
}

}  // namespace
}  // namespace heddle::program_tests
