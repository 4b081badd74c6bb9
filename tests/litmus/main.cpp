// The litmus test: random programs of atomic operations, fences and plain accesses, the C++ standard by brute force
// (standard.h) against every search, visibility and detector of the tool.
//
//   litmus_test DIRECTORY          the test; sources and what it finds go to the directory
//   litmus_test DIRECTORY NUMBER   this program of the campaign alone: its source, its meaning, all findings
//
// HEDDLE_LITMUS_SEED, _PROGRAMS; HEDDLE_LONG=1: a campaign of 60000 programs. Batches take turns: -std=c++20 and
// -std=c++17 (whose release sequences are longer), atomics of one size or mixed, plain accesses beside or on atomics.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "../oracle/judged_campaign.h"
#include "generator.h"
#include "standard.h"

namespace litmus {
namespace {

using heddle::oracle::BatchRequest;
using heddle::oracle::Findings;
using heddle::oracle::ProgramResult;

constexpr std::size_t kMostInterleavings = 20'000;

using LinePair = std::pair<unsigned, unsigned>;

LinePair lines_of(const std::string& race) {  // "12:3 write / 15:7 read"
  const std::size_t second = race.find("/ ");
  const LinePair pair{std::strtoul(race.c_str(), nullptr, 10), std::strtoul(race.c_str() + second + 2, nullptr, 10)};
  return std::minmax(pair.first, pair.second);
}

struct Truth {
  std::set<LinePair> races;
  std::set<std::string> finals;
};

Truth truth_of(const Meaning& meaning, const std::vector<std::vector<unsigned>>& lines) {
  Truth truth;
  for (const auto& [a, b] : meaning.races)
    truth.races.insert(std::minmax(lines[a.thread][a.operation], lines[b.thread][b.operation]));
  for (const std::string& output : meaning.outputs) truth.finals.insert("exit 0 " + output);
  return truth;
}

// What is wrong with the findings of one configuration, or nothing. `all_pairs`: it lists every racing pair.
std::string difference(const Truth& truth, const Findings& found, bool all_pairs) {
  if (!found.complaints.empty()) return found.complaints.front();
  if (!found.exhausted) return "not exhausted: " + (found.limits.empty() ? std::string("no reason") : found.limits.front());
  if (!found.failures.empty()) return "invented a failure: " + *found.failures.begin();
  std::set<LinePair> pairs;
  for (const std::string& race : found.races) pairs.insert(lines_of(race));
  for (const LinePair& pair : pairs)
    if (!truth.races.contains(pair)) return fmt::format("invented a race: {} / {}", pair.first, pair.second);
  for (const LinePair& pair : truth.races)
    if (pairs.empty() || (all_pairs && !pairs.contains(pair)))
      return fmt::format("missed a race: {} / {}", pair.first, pair.second);
  if (!truth.races.empty()) return "";
  for (const std::string& output : truth.finals)
    if (!found.finals.contains(output)) return "missed an outcome: " + output;
  for (const std::string& output : found.finals)
    if (!truth.finals.contains(output)) return "invented an outcome: " + output;
  return "";
}

class Litmus {
 public:
  using Program = litmus::Program;
  using Meaning = litmus::Meaning;
  class Tally;
  static constexpr const char *kName = "LITMUS", *kEnding = "cpp";
  static constexpr std::uint64_t kPrograms = 500, kLong = 60'000;

  explicit Litmus(std::uint64_t batch)
      : choices_{batch % 4 == 1, batch % 4 == 2, true}, rules_{.same_thread_continues = batch / 4 % 2 == 1} {}

  Program random(std::uint64_t seed) const { return random_program(seed, choices_); }
  std::optional<Meaning> meaning(const Program& program) const {
    return meaning_of(program, rules_, kMostInterleavings);
  }

  BatchRequest request(const std::string&) const {
    BatchRequest request;
    request.flags = {standard()};
    request.transitions = 10'000'000;
    return request;
  }

  // What lists every racing pair must list those of the truth. Not where plain stores lie between atomic ones to the
  // same bytes: whether they end a release sequence matters only to races after the first.
  std::string difference(const Meaning& meaning, const std::vector<std::vector<unsigned>>& lines,
                         const std::string& configuration, const Findings& found) const {
    const bool all_pairs = !choices_.mixed_access && configuration == heddle::oracle::kTruth.name;
    return litmus::difference(truth_of(meaning, lines), found, all_pairs);
  }

  std::string title() const { return fmt::format("// {}\n", standard()); }
  void print(const Meaning& meaning) const {
    for (const auto& [a, b] : meaning.races)
      std::printf("race: thread %u operation %u, thread %u operation %u\n", a.thread, a.operation, b.thread,
                  b.operation);
    std::printf("%zu outcomes, %zu interleavings\n", meaning.outputs.size(), meaning.interleavings);
  }

  // Would the tool be caught if it followed the other rule?
  bool depends_on(bool Rules::*rule, const Program& program, const Meaning& meaning) const {
    Rules other = rules_;
    other.*rule = !(other.*rule);
    const std::optional<Meaning> there = meaning_of(program, other, kMostInterleavings);
    return there && there->races.empty() != meaning.races.empty();
  }

 private:
  const char* standard() const { return rules_.same_thread_continues ? "-std=c++17" : "-std=c++20"; }

  const Choices choices_;
  const Rules rules_;
};

class Litmus::Tally {
 public:
  void add(const Litmus& test, const Program& program, const Meaning& meaning, const ProgramResult&) {
    racy_ += !meaning.races.empty();
    interleavings_ += meaning.interleavings;
    sequences_ += test.depends_on(&Rules::no_sequences, program, meaning);
    fences_ += test.depends_on(&Rules::no_fences, program, meaning);
    standards_ += test.depends_on(&Rules::same_thread_continues, program, meaning);
  }
  bool print(std::size_t seen, std::size_t large) const {
    std::printf("%zu racy, %zu interleavings\n", racy_, interleavings_);
    std::printf("races that depend on release sequences in %zu programs, on fences in %zu, on the standard in %zu\n",
                sequences_, fences_, standards_);
    return std::min({sequences_, fences_, standards_}) * 200 >= seen && large * 10 <= seen && racy_ * 5 >= seen &&
           (seen - racy_) * 5 >= seen;
  }

 private:
  std::size_t racy_ = 0, interleavings_ = 0, sequences_ = 0, fences_ = 0, standards_ = 0;
};

}  // namespace
}  // namespace litmus

int main(int argc, char** argv) { return heddle::oracle::judged_campaign<litmus::Litmus>(argc, argv); }
