// The test of waiting: random programs whose threads go round loops and wait for each other, all their states
// (states.h) against the searches of the tool. A search that says it has covered everything must have found exactly the
// assertions that can fail, the final values, and whether the program can get stuck; one that does not say so may have
// found less, but nothing else. Every second batch is about attempts that fail.
//
//   waiting_test DIRECTORY          the test; sources and what it finds go to the directory
//   waiting_test DIRECTORY NUMBER   this program of the campaign alone: its source, its meaning, all findings
//
// HEDDLE_WAITING_SEED, _PROGRAMS; HEDDLE_LONG=1: a campaign of 40000 programs.
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <set>
#include <span>

#include "../oracle/judged_campaign.h"
#include "program.h"
#include "states.h"

namespace waiting {
namespace {

using heddle::Visibility;
using heddle::oracle::BatchRequest;
using heddle::oracle::Configuration;
using heddle::oracle::Findings;
using heddle::oracle::ProgramResult;

constexpr std::size_t kMostStates = 100'000;
constexpr std::uint64_t kMostTransitions = 20'000;  // of one search
constexpr Configuration kSearches[] = {
    {"dpor", "dpor", Visibility::Sync, "vector-clock"},
    {"dfs", "dfs", Visibility::Sync, "vector-clock"},
    {"optimal", "optimal", Visibility::Sync, "vector-clock"},
    {"selective", "selective", Visibility::Sync, "vector-clock", false, false, 4},
    {"composed", "composed", Visibility::Sync, "vector-clock", false, false, 4},
    {"invisible-first", "invisible-first", Visibility::Sync, "vector-clock", false, false, 4},
    {"dpor no-sleep", "dpor", Visibility::Sync, "vector-clock", false, true, 4},
};

bool is_assertion(const std::string& failure) { return failure.starts_with("assertion"); }
unsigned line_of(const std::string& failure) {  // "assertion main/1 at 12:3: ..."
  const std::size_t at = failure.find(" at ");
  return at == std::string::npos ? 0 : static_cast<unsigned>(std::strtoul(failure.c_str() + at + 4, nullptr, 10));
}

// What is wrong with the findings, or nothing.
std::string difference(const Meaning& truth, const std::vector<unsigned>& lines, const Findings& found) {
  if (!found.complaints.empty()) return found.complaints.front();
  if (!found.races.empty()) return "invented a race: " + *found.races.begin();
  std::set<unsigned> can_fail, failed;
  for (const unsigned k : truth.failing) can_fail.insert(lines[k]);
  bool stuck = false;
  for (const std::string& failure : found.failures) {
    if (is_assertion(failure))
      failed.insert(line_of(failure));
    else if (failure.starts_with("livelock") || failure.starts_with("deadlock"))
      stuck = true;
    else
      return "invented a failure: " + failure;
  }
  for (const unsigned line : failed)
    if (!can_fail.contains(line)) return fmt::format("invented an assertion: line {}", line);
  if (stuck && !truth.stuck) return "invented a livelock: " + *found.failures.rbegin();
  for (const std::string& output : found.finals)
    if (!output.starts_with("exit 0 ") || !truth.outputs.contains(output.substr(7, output.size() - 8)))
      return "invented an outcome: " + output;
  if (!found.exhausted) return "";
  for (const unsigned line : can_fail)
    if (!failed.contains(line)) return fmt::format("missed an assertion: line {}", line);
  if (truth.stuck && !stuck) return "missed a livelock";
  for (const std::string& output : truth.outputs)
    if (!found.finals.contains("exit 0 " + output + "\n")) return "missed an outcome: " + output;
  return "";
}

class Waiting {
 public:
  using Program = waiting::Program;
  using Meaning = waiting::Meaning;
  class Tally;
  static constexpr const char *kName = "WAITING", *kEnding = "c";
  static constexpr std::uint64_t kPrograms = 160, kLong = 40'000;

  explicit Waiting(std::uint64_t batch) : attempts_(batch % 2 == 1) {}

  Program random(std::uint64_t seed) const { return attempts_ ? random_attempts(seed) : random_program(seed); }
  std::optional<Meaning> meaning(const Program& program) const { return meaning_of(program, kMostStates); }

  BatchRequest request(const std::string& configuration) const {
    BatchRequest request;
    request.transitions = kMostTransitions;
    request.configurations = kSearches;
    for (const Configuration& search : kSearches)
      if (search.name == configuration) request.configurations = {&search, 1};
    return request;
  }

  std::string difference(const Meaning& meaning, const std::vector<unsigned>& lines, const std::string&,
                         const Findings& found) const {
    return waiting::difference(meaning, lines, found);
  }

  std::string title() const { return ""; }
  void print(const Meaning& meaning) const {
    std::printf("%zu states, %zu assertions fail, %zu outcomes%s\n", meaning.states, meaning.failing.size(),
                meaning.outputs.size(), meaning.stuck ? ", can get stuck" : "");
  }

 private:
  bool attempts_;
};

class Waiting::Tally {
 public:
  void add(const Waiting&, const Program&, const Meaning& meaning, const ProgramResult& result) {
    failing_ += !meaning.failing.empty();
    stuck_ += meaning.stuck;
    const auto dpor = result.findings.find("dpor");
    decided_ += dpor != result.findings.end() && dpor->second.exhausted;
  }
  bool print(std::size_t seen, std::size_t) const {
    std::printf("%zu can fail, %zu can get stuck, %zu covered by dpor\n", failing_, stuck_, decided_);
    return failing_ * 10 >= seen && stuck_ * 10 >= seen && decided_ * 2 >= seen;
  }

 private:
  std::size_t failing_ = 0, stuck_ = 0, decided_ = 0;
};

}  // namespace
}  // namespace waiting

int main(int argc, char** argv) { return heddle::oracle::judged_campaign<waiting::Waiting>(argc, argv); }
