// See sample.h.
#include "sample.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>

namespace fs = std::filesystem;

namespace heddle::program_tests {
namespace {

// FNV-1a: which program falls into which part must not depend on the standard library.
std::uint32_t hash_of_name(const std::string& name) {
  std::uint32_t hash = 2166136261u;
  for (const unsigned char c : name) hash = (hash ^ c) * 16777619u;
  return hash ^ (hash >> 16);
}

}  // namespace

bool Sample::has(const fs::path& program) const {
  if (!seed || one_in <= 1) return true;
  const std::string path = program.generic_string();
  if (std::ranges::any_of(changed, [&](const std::string& end) { return path.ends_with("/" + end); })) return true;
  return (hash_of_name(program.filename().string()) + *seed) % one_in == 0;
}

std::vector<fs::path> Sample::of(const std::vector<fs::path>& programs) const {
  std::vector<fs::path> result;
  std::ranges::copy_if(programs, std::back_inserter(result), [&](const fs::path& program) { return has(program); });
  return result.empty() ? programs : result;
}

Sample sample_from_environment(unsigned one_in) {
  Sample sample{one_in, std::nullopt, {}};
  if (const char* seed = getenv("HEDDLE_SAMPLE")) sample.seed = static_cast<unsigned>(std::strtoul(seed, nullptr, 10));
  if (const char* list = getenv("HEDDLE_SAMPLE_CHANGED")) {
    std::ifstream in(list);
    for (std::string line; std::getline(in, line);)
      if (!line.empty()) sample.changed.insert(line);
  }
  return sample;
}

}  // namespace heddle::program_tests
