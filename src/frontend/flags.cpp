// Which flags exist, in five tables: those whose value may be the next word, the rest that we know, the ignored, the
// refused, and those that would make a cached result unsafe. What is in none of them is an error: guessing whether an
// unknown flag takes a value would turn a source file into a value.
//
//   compiler_flag_words   lookup in the tables
//   parse_flags           one pass over the words
//   flags_for             the choice of -std= by language
#include "frontend/flags.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "frontend/compile.h"
#include "frontend/words.h"

namespace heddle {
namespace {

using std::string_view;

// A value follows, joined to the flag or as the next word. Longer names first where one is the start of another.
constexpr std::array kValued = {"-idirafter", "-isystem", "-imacros", "-include", "-iquote", "-I", "-D", "-U", "-x"};
// The value is always the next word.
constexpr std::array kSeparate = {"-Xclang", "-Xpreprocessor", "-mllvm", "-isysroot", "--param"};
constexpr std::array kPrefixes = {"-f", "-m", "-W", "-O", "-g", "-std=", "--std=", "--sysroot=", "--param="};
constexpr std::array kPlain = {"-pthread",  "-pedantic",   "-pedantic-errors", "-ansi",      "-w",
                               "-nostdinc", "-nostdinc++", "-undef",           "-trigraphs", "--coverage"};

// Accepted without effect: they concern optimisation, linking, or files beside the bitcode, or would spoil it (position
// dependent code does not link here, frames without unwind tables cannot be walked).
constexpr std::array kIgnored = {"-O",
                                 "-g",
                                 "-fPIC",
                                 "-fpic",
                                 "-fPIE",
                                 "-fpie",
                                 "-fno-pic",
                                 "-fno-PIC",
                                 "-fno-pie",
                                 "-fno-PIE",
                                 "-fno-sanitize",
                                 "-fno-lto",
                                 "-fno-openmp",
                                 "-fprofile",
                                 "-fno-profile",
                                 "-fcoverage",
                                 "-ftest-coverage",
                                 "--coverage",
                                 "-fno-unwind-tables",
                                 "-fno-asynchronous-unwind-tables",
                                 "-fembed-bitcode",
                                 "-fsyntax-only",
                                 "-ftime-",
                                 "-fproc-",
                                 "-fdump-",
                                 "-fstack-usage",
                                 "-fsave-",
                                 "-fcrash-diagnostics",
                                 "-Wl,",
                                 "-Wa,"};

struct Refusal {
  string_view prefix;
  string_view reason;
};
constexpr std::array kRefused = {
#define REFUSED_FLAG(prefix, reason) Refusal{prefix, reason},
#include "frontend/refused_flags.def"
#undef REFUSED_FLAG
};

constexpr std::array kUncacheable = {
    "-fmodule", "-fimplicit-module", "-fplugin",   "-fpass-plugin", "-Xclang",  "-Xpreprocessor",
    "-mllvm",   "-isysroot",         "--sysroot=", "-I=",           "-isystem="};

// A flag such as -fprofile-list=FILE: clang does not name that file among the headers it has read.
bool names_a_file(string_view word) {
  const std::size_t equals = word.find('=');
  if (!(word.starts_with("-f") || word.starts_with("-m")) || equals == string_view::npos) return false;
  const std::string value(word.substr(equals + 1));
  struct stat status;
  return value.find('/') != std::string::npos || stat(value.c_str(), &status) == 0;
}

std::optional<std::string> set_language(ParsedFlags& flags, string_view name) {
  if (name == "none") return flags.language.reset(), std::nullopt;
  for (const Language l :
       {Language::C, Language::Cxx, Language::PreprocessedC, Language::PreprocessedCxx, Language::Ir})
    if (name == name_of(l)) return flags.language = l, std::nullopt;
  return fmt::format("heddle: error: -x {}: only c, c++, cpp-output, c++-cpp-output and ir are supported\n", name);
}

// -Wp,-DX,-MD,file: hands words to the preprocessor. Those about dependency files are not for us.
void add_preprocessor_words(ParsedFlags& flags, string_view list) {
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    const string_view word = list.substr(0, comma);
    if (word.starts_with("-D") || word.starts_with("-U")) flags.passed.push_back({{std::string(word)}, {}});
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
}

// Which language a -std= belongs to; nullopt: clang shall say what it thinks of it.
std::optional<bool> standard_is_for_cxx(string_view word) {
  const string_view standard = word.substr(word.find('=') + 1);
  if (standard.find("++") != string_view::npos) return true;
  if (standard.starts_with('c') || standard.starts_with("gnu") || standard.starts_with("iso9899")) return false;
  return std::nullopt;
}

// A flag with a value, already separated.
std::optional<std::string> add_valued(ParsedFlags& flags, Flag flag, string_view name, string_view value) {
  if (name == "-x") return set_language(flags, value);
  if (name == "-iquote") flags.quotes = true;
  if (name == "-include" || name == "-imacros") flags.preloaded.emplace_back(value);
  if (name == "-I" || name == "-iquote" || name == "-isystem" || name == "-idirafter") flags.search.emplace_back(value);
  flags.passed.push_back(std::move(flag));
  return std::nullopt;
}

std::optional<std::string> add_flag(ParsedFlags& flags, Flag flag) {
  const string_view word = flag.words[0];
  for (const Refusal& refusal : kRefused)
    if (word.starts_with(refusal.prefix)) return fmt::format("heddle: error: {}: {}\n", word, refusal.reason);
  if (starts_with_any(word, kIgnored)) return std::nullopt;
  if (word.starts_with("-Wp,")) return add_preprocessor_words(flags, word.substr(4)), std::nullopt;
  if (starts_with_any(word, kUncacheable) || names_a_file(word)) flags.cacheable = false;
  if (word.starts_with("-std=") || word.starts_with("--std=")) {
    flag.standard_is_for_cxx = standard_is_for_cxx(word);
  } else {
    for (const string_view name : kValued) {
      if (!word.starts_with(name)) continue;
      const std::string value = flag.words.size() == 2 ? flag.words[1] : flag.words[0].substr(name.size());
      return add_valued(flags, std::move(flag), name, value);
    }
  }
  flags.passed.push_back(std::move(flag));
  return std::nullopt;
}

}  // namespace

int compiler_flag_words(string_view word) {
  if (is_any(word, kValued) || is_any(word, kSeparate)) return 2;
  if (is_any(word, kPlain) || starts_with_any(word, kValued)) return 1;
  // -fopenmp, -Wall, -O, -g, but not -m alone.
  for (const string_view prefix : kPrefixes)
    if (word.starts_with(prefix) && (word.size() > prefix.size() || prefix == "-O" || prefix == "-g" || prefix == "-W"))
      return 1;
  return 0;
}

ParsedFlags parse_flags(const std::vector<std::string>& words) {
  ParsedFlags flags;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const int count = compiler_flag_words(words[i]);
    if (count == 0) {
      flags.error = fmt::format("heddle: error: unknown compiler flag '{}'\n", words[i]);
    } else if (i + count > words.size()) {
      flags.error = fmt::format("heddle: error: argument to '{}' is missing\n", words[i]);
    } else {
      Flag flag{{words.begin() + i, words.begin() + i + count}, std::nullopt};
      flags.error = add_flag(flags, std::move(flag));
      i += count - 1;
    }
    if (flags.error) break;
  }
  return flags;
}

std::vector<std::string> flags_for(const ParsedFlags& flags, Language language, const std::vector<Language>& all) {
  std::vector<std::string> words;
  for (const Flag& flag : flags.passed) {
    if (flag.standard_is_for_cxx) {
      const bool cxx = *flag.standard_is_for_cxx;
      const bool fits_some = std::any_of(all.begin(), all.end(), [&](Language l) { return is_cxx(l) == cxx; });
      if (fits_some && is_cxx(language) != cxx) continue;
    }
    words.insert(words.end(), flag.words.begin(), flag.words.end());
  }
  return words;
}

const char* name_of(Language language) {
  switch (language) {
    case Language::C:
      return "c";
    case Language::Cxx:
      return "c++";
    case Language::PreprocessedC:
      return "cpp-output";
    case Language::PreprocessedCxx:
      return "c++-cpp-output";
    case Language::Ir:
      return "ir";
  }
  return "";
}

bool is_cxx(Language language) { return language == Language::Cxx || language == Language::PreprocessedCxx; }

std::optional<Language> language_of_suffix(const std::string& file) {
  static constexpr std::pair<string_view, Language> kSuffixes[] = {{".c", Language::C},
                                                                   {".C", Language::Cxx},
                                                                   {".cc", Language::Cxx},
                                                                   {".cpp", Language::Cxx},
                                                                   {".cxx", Language::Cxx},
                                                                   {".c++", Language::Cxx},
                                                                   {".cp", Language::Cxx},
                                                                   {".CPP", Language::Cxx},
                                                                   {".CC", Language::Cxx},
                                                                   {".CXX", Language::Cxx},
                                                                   {".bc", Language::Ir},
                                                                   {".ll", Language::Ir},
                                                                   {".i", Language::PreprocessedC},
                                                                   {".ii", Language::PreprocessedCxx}};
  for (const auto& [suffix, language] : kSuffixes)
    if (string_view(file).ends_with(suffix)) return language;
  return std::nullopt;
}

int library_flag_words(std::string_view word) {
  if (word == "-l" || word == "-L" || word == "-p") return 2;
  return word.starts_with("-l") || word.starts_with("-L") ? 1 : 0;
}

}  // namespace heddle
