// Which programs of a large folder one ./test runs: a part that the sources choose, so that the same sources give the
// same part and every change another one, and whatever has changed lately. ./test says by the environment what both
// are:
//
//   HEDDLE_SAMPLE           a number, from the tree that git knows. Not set: every program is run
//   HEDDLE_SAMPLE_CHANGED   a file with the paths of changed programs, one a line, relative to the sources
//
// A program and its broken twin are chosen independently of each other.
#pragma once
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace heddle::program_tests {

struct Sample {
  unsigned one_in = 1;
  std::optional<unsigned> seed;
  std::set<std::string> changed;

  bool has(const std::filesystem::path& program) const;
  // Never none of them.
  std::vector<std::filesystem::path> of(const std::vector<std::filesystem::path>& programs) const;
};

Sample sample_from_environment(unsigned one_in);

}  // namespace heddle::program_tests
