// A campaign with a judge of its own: random programs, what each of them means by a brute force that shares nothing
// with the tool, and what the tool finds in it. A program about which they disagree is made smaller and kept.
//
//   judged_campaign<Test>(argc, argv)   the main function of such a test:
//     DIRECTORY                         the campaign; sources and what it finds go to the directory
//     DIRECTORY NUMBER                  this program of the campaign alone: its source, its meaning, all findings
//
// HEDDLE_<name>_SEED, HEDDLE_<name>_PROGRAMS and HEDDLE_LONG=1 make another or a longer campaign.
//
// A Test says what is particular. An object of it stands for one batch, which is compiled as one file:
//
//   Program, Meaning         beside them write_batch, write_single and smaller_versions
//   kName, kEnding           "LITMUS", of the source files: "cpp"
//   kPrograms, kLong         how many programs a campaign has
//   Test(number)             of the batch
//   random(seed)             a program
//   meaning(program)         nothing: too large, the program is not run
//   request(configuration)   flags and bounds; if it likes, for the configuration alone that disagreed
//   difference(meaning, lines, configuration, findings)   what is wrong with the findings; empty: nothing
//   title()                  what a person has to know of the batch, as a comment in the source; may be empty
//   print(meaning)
//   Tally                    add(test, program, meaning, result) for each program that was run;
//                            print(seen, large), which says whether they are the mixture that the test is about
#pragma once
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "../environment.h"
#include "batch.h"
#include "cli/prepare.h"

namespace heddle::oracle {

template <class Test>
class JudgedCampaign {
 public:
  JudgedCampaign(std::string directory, std::uint64_t seed) : directory_(std::move(directory)), seed_(seed) {}

  bool run(std::uint64_t programs) const {
    typename Test::Tally tally;
    std::size_t seen = 0, large = 0, wrong = 0;
    for (std::uint64_t number = 0; number * kBatch < programs; ++number) {
      const Test test(number);
      const std::vector<Program> all = batch(test, number);
      const Outcome outcome = judge(test, all, false);
      if (!outcome.error.empty()) return std::printf("batch %lu: %s\n", number, outcome.error.c_str()), false;
      for (std::size_t k = 0; k < all.size(); ++k) {
        ++seen;
        large += !outcome.meanings[k];
        if (!outcome.meanings[k]) continue;
        tally.add(test, all[k], *outcome.meanings[k], outcome.results[k]);
        const Verdict& verdict = outcome.verdicts[k];
        if (verdict.what.empty()) continue;
        if (++wrong <= kShrunk)
          report(test, number * kBatch + k, all[k], verdict);
        else
          std::printf("program %lu, %s: %s\n", number * kBatch + k, verdict.configuration.c_str(),
                      verdict.what.c_str());
      }
    }
    std::printf("%zu programs (%zu too large), %zu disagreements\n", seen, large, wrong);
    const bool telling = tally.print(seen, large);
    if (!telling) std::printf("the programs are not the mixture that this test is about\n");
    return wrong == 0 && telling;
  }

  bool show(std::uint64_t number) const {
    const Test test(number / kBatch);
    const Program program = batch(test, number / kBatch)[number % kBatch];
    const Outcome outcome = judge(test, {program}, true);
    std::printf("%s%s", test.title().c_str(), write_single(program).c_str());
    if (!outcome.error.empty()) return std::printf("%s\n", outcome.error.c_str()), false;
    if (!outcome.meanings[0]) return std::printf("too large\n"), true;
    test.print(*outcome.meanings[0]);
    for (const auto& [name, found] : outcome.results[0].findings) oracle::print(name, found);
    const Verdict& v = outcome.verdicts[0];
    std::printf("%s: %s\n", v.configuration.c_str(), v.what.empty() ? "all agree" : v.what.c_str());
    return v.what.empty();
  }

 private:
  using Program = typename Test::Program;
  using Meaning = typename Test::Meaning;
  static constexpr unsigned kBatch = 100, kShrunk = 5;

  struct Verdict {
    std::string configuration, what;  // empty: all agree
    // A person would call it the same disagreement.
    bool same_way(const Verdict& other) const {
      const auto way = [](const std::string& text) { return text.substr(0, text.find(':')); };
      return configuration == other.configuration && way(what) == way(other.what);
    }
  };

  struct Outcome {  // of each program
    std::vector<Verdict> verdicts;
    std::vector<std::optional<Meaning>> meanings;  // nothing: too large, was not run
    std::vector<ProgramResult> results;
    std::string error;
  };

  std::vector<Program> batch(const Test& test, std::uint64_t number) const {
    std::vector<Program> programs;
    for (std::uint64_t k = 0; k < kBatch; ++k) programs.push_back(test.random(seed_ * 1'000'003 + number * kBatch + k));
    return programs;
  }

  Outcome judge(const Test& test, const std::vector<Program>& programs, bool every,
                const std::string& configuration = "") const {
    Outcome outcome;
    outcome.verdicts.resize(programs.size());
    outcome.results.resize(programs.size());
    std::vector<Program> taken;
    std::vector<std::size_t> index;
    for (std::size_t k = 0; k < programs.size(); ++k) {
      outcome.meanings.push_back(test.meaning(programs[k]));
      if (!outcome.meanings.back()) continue;
      taken.push_back(programs[k]);
      index.push_back(k);
    }
    if (taken.empty()) return outcome;
    const auto source = write_batch(taken, kHandlePage);
    BatchRequest request = test.request(configuration);
    request.file = fmt::format("{}/batch.{}", directory_, Test::kEnding);
    request.programs = static_cast<unsigned>(taken.size());
    request.every_configuration = every;
    std::ofstream(request.file) << source.text;
    BatchResult done = run_batch(request);
    outcome.error = done.error;
    for (std::size_t i = 0; i < taken.size() && done.error.empty(); ++i) {
      outcome.verdicts[index[i]] = verdict(test, *outcome.meanings[index[i]], source.lines[i], done.programs[i]);
      outcome.results[index[i]] = std::move(done.programs[i]);
    }
    return outcome;
  }

  template <class Lines>
  static Verdict verdict(const Test& test, const Meaning& meaning, const Lines& lines, const ProgramResult& result) {
    if (!result.crash.empty()) return {"crash", result.crash};
    if (result.findings.empty()) return {"crash", "no result"};
    for (const auto& [name, found] : result.findings)
      if (std::string what = test.difference(meaning, lines, name, found); !what.empty())
        return {name, std::move(what)};
    return {};
  }

  // Leaves out one part after the other as long as the same configuration disagrees in the same way.
  Program shrink(const Test& test, Program program, Verdict& about) const {
    while (true) {
      const std::vector<Program> candidates = smaller_versions(program);
      const Outcome outcome = judge(test, candidates, true, about.configuration);
      std::size_t k = 0;
      while (k < candidates.size() && !outcome.verdicts[k].same_way(about)) ++k;
      if (k == candidates.size()) return program;
      about = outcome.verdicts[k];
      program = candidates[k];
    }
  }

  void report(const Test& test, std::uint64_t number, const Program& program, Verdict verdict) const {
    const Program smaller = shrink(test, program, verdict);
    const std::string text =
        fmt::format("{}// {}: {}\n{}", test.title(), verdict.configuration, verdict.what, write_single(smaller));
    std::printf("\nprogram %lu\n%s\n", number, text.c_str());
    std::fflush(stdout);
    std::ofstream(fmt::format("{}/disagreement_{}_{}.{}", directory_, seed_, number, Test::kEnding)) << text;
  }

  const std::string directory_;
  const std::uint64_t seed_;
};

template <class Test>
int judged_campaign(int argc, char** argv) {
  cli::fix_addresses(argv);
  if (argc < 2) return std::printf("usage: %s DIRECTORY [NUMBER]\n", argv[0]), 2;
  std::filesystem::create_directories(argv[1]);
  const std::string name = fmt::format("HEDDLE_{}_", Test::kName);
  const std::uint64_t seed = from_environment((name + "SEED").c_str(), 1);
  std::printf("%sSEED=%lu\n", name.c_str(), seed);
  const JudgedCampaign<Test> campaign(argv[1], seed);
  if (argc > 2) return campaign.show(std::strtoull(argv[2], nullptr, 10)) ? 0 : 1;
  const std::uint64_t otherwise = from_environment("HEDDLE_LONG", 0) != 0 ? Test::kLong : Test::kPrograms;
  return campaign.run(from_environment((name + "PROGRAMS").c_str(), otherwise)) ? 0 : 1;
}

}  // namespace heddle::oracle
