// Writes docs/guide/supported.md: every primitive of the threading interfaces with the programs of
// tests/programs/matrix that show its correct and its broken use, and everything that is refused by name. The page is
// made from what the tool itself works by (symbol policy, refused flags, the names defined in src/library), so it
// cannot promise more.
//
//   supported MATRIX_DIRECTORY LIBRARY_NAMES             prints the page
//   supported MATRIX_DIRECTORY LIBRARY_NAMES --check PAGE  fails if PAGE is not that, or a primitive lacks a program
//
// LIBRARY_NAMES: a file with the linker-level names that src/library defines, one a line (the build makes it).
// Functions in order: the matrix, names as people write them, refusals, the page, main.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

#include "expectation.h"
#include "model/symbol_policy.h"

namespace fs = std::filesystem;
using namespace heddle::program_tests;

namespace {

// ---- the matrix ----

struct Programs {
  std::string correct, broken, refused;  // as Markdown
};

struct Section {
  const char *prefix, *title;
  std::map<std::string, Programs> primitives = {};
};

std::vector<Section> read_matrix(const fs::path& directory) {
  std::vector<Section> sections = {{"cxx_", "C++11 to C++20"},
                                   {"pthread_", "POSIX threads and semaphores"},
                                   {"c11_", "C11 threads and atomics"},
                                   {"libc_", "The C library inside threads"},
                                   {"", "Others"}};
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(directory))
    if (entry.path().extension() == ".c" || entry.path().extension() == ".cpp") files.push_back(entry.path());
  std::ranges::sort(files);
  for (const fs::path& file : files) {
    const Expectation e = read_expectation(file);
    const std::string kind = e.outcomes.empty() ? "" : e.outcomes.front().kind;
    const std::string name = file.filename().string();
    std::string shown = fmt::format("[{}](../../tests/programs/matrix/{})", file.stem().string(), name);
    if (e.expects_bug()) shown += " (" + kind + ")";
    for (Section& section : sections) {
      if (!name.starts_with(section.prefix)) continue;
      for (const std::string& primitive : e.primitives) {
        Programs& programs = section.primitives[primitive];
        std::string& list = kind == "verified" ? programs.correct
                            : e.expects_bug()  ? programs.broken
                                               : programs.refused;
        list += (list.empty() ? "" : ", ") + shown;
      }
      break;
    }
  }
  return sections;
}

// A function of the C library that shares nothing between threads has no broken use; what synchronises has one.
std::vector<std::string> incomplete(const std::vector<Section>& sections) {
  std::vector<std::string> result;
  for (const Section& section : sections)
    for (const auto& [name, programs] : section.primitives)
      if (section.prefix != std::string_view("libc_") && programs.refused.empty() &&
          (programs.correct.empty() || programs.broken.empty()))
        result.push_back(fmt::format("{}: no program of the matrix shows its {} use", name,
                                     programs.correct.empty() ? "correct" : "broken"));
  return result;
}

// ---- names ----

// "_ZNSt6chrono" and the like, whole or the beginning of a mangled name, as "std::chrono"; C names as they are.
std::string readable(std::string_view name) {
  std::string result;
  std::string_view rest = name;
  if (!rest.starts_with("_Z")) return std::string(name);
  rest.remove_prefix(2);
  if (rest.starts_with("N")) rest.remove_prefix(1);
  if (rest.starts_with("K")) rest.remove_prefix(1);
  if (rest.starts_with("St")) {
    result = "std";
    rest.remove_prefix(2);
  }
  while (!rest.empty() && rest[0] >= '0' && rest[0] <= '9') {
    std::size_t length = 0;
    for (; !rest.empty() && rest[0] >= '0' && rest[0] <= '9'; rest.remove_prefix(1))
      length = length * 10 + rest[0] - '0';
    result += (result.empty() ? "" : "::") + std::string(rest.substr(0, length));
    rest.remove_prefix(std::min(length, rest.size()));
    if (rest.starts_with("IcE")) rest.remove_prefix(3);
  }
  return result.empty() ? std::string(name) : result;
}

// ---- refusals ----

struct Refusal {
  std::string what, why;
  bool prefix;
};

std::vector<Refusal> symbol_refusals() {
  std::vector<Refusal> result;
#define FORWARDED(names)
#define FORWARDED_MATH(names)
#define FORWARDED_PREFIX(prefixes)
#define UNWINDING_PREFIX(prefixes)
#define UNKNOWN_PREFIX(prefixes)
#define REFUSED(names, why) result.push_back({names, why, false});
#define REFUSED_PREFIX(prefixes, why) result.push_back({prefixes, why, true});
#include "model/symbol_policy_forwarded.def"
  return result;
}

std::string flag_refusals() {
  std::string result;
#define REFUSED_FLAG(prefix, why) result += fmt::format("* `{}`: {}\n", prefix, why);
#include "frontend/refused_flags.def"
  return result;
}

// One line for each reason, names in the order of the table.
std::string list_refusals(const std::set<std::string>& of_library) {
  std::vector<std::pair<std::string, std::vector<std::string>>> by_reason;
  for (const Refusal& refusal : symbol_refusals()) {
    auto line = std::ranges::find(by_reason, refusal.why, [](const auto& entry) { return entry.first; });
    if (line == by_reason.end()) line = by_reason.insert(line, {refusal.why, {}});
    std::istringstream words(refusal.what);
    for (std::string name; words >> name;) {
      const bool refused = heddle::symbol_rule(name).policy == heddle::SymbolPolicy::Refused;
      if (!refusal.prefix && (!refused || of_library.contains(name))) continue;
      const std::string shown = fmt::format("`{}{}`", readable(name), refusal.prefix ? "*" : "");
      if (std::ranges::find(line->second, shown) == line->second.end()) line->second.push_back(shown);
    }
  }
  std::string result;
  for (const auto& [why, names] : by_reason)
    if (!names.empty()) result += fmt::format("* {}: {}\n", why, fmt::join(names, " "));
  return result;
}

// ---- the page ----

std::string page(const std::vector<Section>& sections, const std::set<std::string>& of_library) {
  std::string text =
      "# What is supported\n\n"
      "<!-- Made by tests/program_driver/supported.cpp; renew it with: ninja -C build supported_page -->\n\n"
      "Each primitive has at least one small program that uses it as it should be used, and which is verified, and one "
      "that\ndoes not, with the kind of bug that is found in it. All of them are run under the searches `dfs`, "
      "`dpor` and `optimal`.\n";
  for (const Section& section : sections) {
    if (section.primitives.empty()) continue;
    text += fmt::format("\n## {}\n\n| primitive | correct use | broken use |\n|---|---|---|\n", section.title);
    for (const auto& [name, programs] : section.primitives)
      text +=
          fmt::format("| `{}` | {} | {} |\n", name,
                      programs.correct.empty() ? "refused: " + programs.refused : programs.correct, programs.broken);
  }
  text +=
      "\n## What is refused\n\n"
      "A call of one of these stops the run, inconclusive (status 3), with the line of the call. `*` stands for every "
      "compiled\nfunction of a library whose name begins so and for which there is no model. Inline assembly\nthat is not [listed](libc.md), "
      "atomic operations on more than 16 bytes and most system calls by number are refused in the same\nway. A definition "
      "of a refused function in any source given to heddle is used instead.\n\n" +
      list_refusals(of_library) + "\nCompiler flags that are an error (status 2), with everything that begins so:\n\n" +
      flag_refusals();
  return text;
}

std::string read(const char* file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3 && !(argc == 5 && std::string(argv[3]) == "--check")) {
    fmt::print(stderr, "usage: supported MATRIX_DIRECTORY LIBRARY_NAMES [--check PAGE]\n");
    return 2;
  }
  std::istringstream names(read(argv[2]));
  const std::set<std::string> of_library{std::istream_iterator<std::string>(names), {}};
  const std::vector<Section> sections = read_matrix(argv[1]);
  const std::string text = page(sections, of_library);
  if (argc == 3) return fmt::print("{}", text), 0;
  const std::vector<std::string> missing = incomplete(sections);
  for (const std::string& sentence : missing) fmt::print("{}\n", sentence);
  const bool same = read(argv[4]) == text;
  if (!same) fmt::print("{} is out of date: ninja supported_page\n", argv[4]);
  return same && missing.empty() && !of_library.empty() ? 0 : 1;
}
