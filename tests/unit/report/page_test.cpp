// The page: its data can be read back, and nothing in it can become markup. How it looks and behaves in a browser is
// tested in tests/page.
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "example.h"
#include "report/page_report.h"

namespace heddle {
namespace {

std::string page_text(const Result& result, const std::string& title = "a.c") {
  char* text = nullptr;
  std::size_t size = 0;
  std::FILE* file = open_memstream(&text, &size);
  HtmlReporter(file, title, TextStyle{}).report(result);
  std::fclose(file);
  std::string out(text, size);
  std::free(text);
  return out;
}

std::string data_block(const std::string& page) {
  const std::string mark = "<script type=\"application/json\" id=\"data\">";
  const std::size_t begin = page.find(mark) + mark.size();
  return page.substr(begin, page.find("</script>", begin) - begin);
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

TEST(Page, HoldsTheFinding) {
  const std::string page = page_text(example_result());
  const nlohmann::json data = nlohmann::json::parse(data_block(page));
  EXPECT_EQ(data.at("verdict"), "bug");
  EXPECT_EQ(data.at("title"), "a.c");
  const nlohmann::json& bug = data.at("bugs").at(0);
  EXPECT_EQ(bug.at("message"), "data race on 'counter'");
  EXPECT_EQ(bug.at("accesses").size(), 2u);
  EXPECT_EQ(bug.at("replay"), "heddle replay a.c.heddle");
  EXPECT_FALSE(bug.at("steps").empty());
  EXPECT_NE(page.find("write by main/1 in worker"), std::string::npos) << "the text, for readers without scripts";
}

// The template's places are filled once each, and what is filled in is not looked at again.
TEST(Page, PlacesInTheDataAreData) {
  Result result = example_result();
  result.bugs[0].message = "@TEXT@ @DATA@ @SCRIPT@";
  const std::string page = page_text(result);
  EXPECT_EQ(nlohmann::json::parse(data_block(page)).at("bugs").at(0).at("message"), "@TEXT@ @DATA@ @SCRIPT@");
  EXPECT_EQ(count(page, "<script"), 2u);
}

TEST(Page, NothingBecomesMarkup) {
  const std::string evil = "</script><script>alert(1)</script><!--<img src=x onerror=alert(1)>\xE2\x80\xA8\"'&\xFF";
  Result result = example_result();
  Bug& bug = result.bugs[0];
  bug.message = bug.variable = bug.why = bug.output = bug.position.file = bug.position.function = evil;
  bug.accesses[0].locks = {evil};
  bug.accesses[0].operation = evil;
  bug.thread_names[1] = evil;
  bug.interleaving[0].what = bug.interleaving[0].source = evil;
  result.limits = result.assumptions = result.uncontrolled = {evil};
  const std::string page = page_text(result, evil);
  EXPECT_EQ(count(page, "<script"), 2u);
  EXPECT_EQ(count(page, "</script"), 2u);
  EXPECT_EQ(count(page, "<img"), 0u);
  EXPECT_EQ(count(page, "<!--"), 0u);
  EXPECT_EQ(count(data_block(page), "<"), 0u);
  EXPECT_EQ(count(data_block(page), "\xE2\x80\xA8"), 0u);
  const nlohmann::json data = nlohmann::json::parse(data_block(page));
  const std::string back = data.at("bugs").at(0).at("message");
  EXPECT_EQ(back, evil.substr(0, evil.size() - 1) + "\xEF\xBF\xBD");
}

TEST(Page, VerdictsWithoutAFinding) {
  Result result = example_result();
  result.bugs.clear();
  result.verdict = Verdict::Verified;
  result.complete = true;
  nlohmann::json data = nlohmann::json::parse(data_block(page_text(result)));
  EXPECT_EQ(data.at("summary").at(0).get<std::string>().find("no races or deadlocks in any interleaving"), 0u);
  EXPECT_TRUE(data.at("bugs").empty());
  result.verdict = Verdict::Inconclusive;
  result.limits = {"stopped after 3 executions"};
  result.suggestions = {"--preemptions 2"};
  data = nlohmann::json::parse(data_block(page_text(result)));
  EXPECT_EQ(data.at("sections").at(0).at("lines").at(0), "stopped after 3 executions");
  EXPECT_EQ(data.at("sections").at(1).at("lines").at(0), "--preemptions 2");
  result = Result{};
  result.verdict = Verdict::Error;
  result.message = "a.c:1:2: error: no";
  data = nlohmann::json::parse(data_block(page_text(result)));
  EXPECT_EQ(data.at("summary").at(0), "a.c:1:2: error: no");
}

}  // namespace
}  // namespace heddle
