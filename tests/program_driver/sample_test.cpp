// Every program has its turn, and what changed is always there.
#include "sample.h"

#include <gtest/gtest.h>

namespace heddle::program_tests {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> many() {
  std::vector<fs::path> programs;
  for (int i = 0; i < 300; i++) {
    programs.emplace_back("/sources/tests/programs/matrix/lock_" + std::to_string(i) + ".c");
    programs.emplace_back("/sources/tests/programs/matrix/lock_" + std::to_string(i) + "_broken.c");
  }
  return programs;
}

TEST(Sample, WithoutASeedOrInOneEverything) {
  EXPECT_EQ((Sample{3, std::nullopt, {}}.of(many())), many());
  EXPECT_EQ((Sample{1, 7u, {}}.of(many())), many());
}

TEST(Sample, EveryProgramHasItsTurnOnce) {
  std::multiset<fs::path> seen;
  for (unsigned seed = 10; seed < 13; seed++) {
    const auto part = Sample{3, seed, {}}.of(many());
    EXPECT_GT(part.size(), 150u);
    EXPECT_LT(part.size(), 250u);
    seen.insert(part.begin(), part.end());
  }
  const auto programs = many();
  EXPECT_EQ(seen, std::multiset<fs::path>(programs.begin(), programs.end()));
}

// Else a run would look at right programs only, or at broken ones.
TEST(Sample, TwinsAreChosenIndependently) {
  const Sample sample{2, 1u, {}};
  int together = 0;
  const auto programs = many();
  for (std::size_t i = 0; i < programs.size(); i += 2)
    together += sample.has(programs[i]) == sample.has(programs[i + 1]);
  EXPECT_GT(together, 100);
  EXPECT_LT(together, 200);
}

TEST(Sample, WhatChangedIsAlwaysThere) {
  const fs::path program = many()[4];
  const std::string name = program.filename().string();
  int chosen = 0, with_another = 0;
  for (unsigned seed = 0; seed < 5; seed++) {
    chosen += Sample{5, seed, {}}.has(program);
    with_another += Sample{5, seed, {"tests/programs/matrix/un" + name, "atrix/" + name}}.has(program);
    EXPECT_TRUE((Sample{5, seed, {"tests/programs/matrix/" + name}}.has(program)));
  }
  EXPECT_EQ(chosen, 1);
  EXPECT_EQ(with_another, 1);
}

TEST(Sample, NeverNothing) { EXPECT_EQ((Sample{1000000, 5u, {}}.of({"/a/b.c"})).size(), 1u); }

}  // namespace
}  // namespace heddle::program_tests
