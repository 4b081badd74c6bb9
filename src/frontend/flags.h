// The compiler flags of a command line, sorted: passed on to clang, understood here, ignored, refused.
//
//   parse_flags    all words of CompileRequest::flags
//   flags_for      what a file of one language gets of them
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle {

enum class Language { C, Cxx, PreprocessedC, PreprocessedCxx, Ir };

// As clang's -x wants it.
const char* name_of(Language);
bool is_cxx(Language);
std::optional<Language> language_of_suffix(const std::string& file);

struct Flag {
  std::vector<std::string> words;           // one, or two where the value is a word of its own
  std::optional<bool> standard_is_for_cxx;  // -std=: which language it names
};

struct ParsedFlags {
  std::vector<Flag> passed;
  std::optional<Language> language;    // of -x
  std::optional<std::string> error;    // "heddle: error: ...\n"
  std::vector<std::string> search;     // directories that the flags add to the header search
  std::vector<std::string> preloaded;  // headers named by -include and -imacros
  bool quotes = false;                 // -iquote: "name" and <name> may be two files
  bool cacheable = true;               // false: a flag makes clang read files that its list of headers does not name
};

ParsedFlags parse_flags(const std::vector<std::string>& words);

// A -std= goes to the files of its language only; one that fits no file goes to all, so that clang complains about it.
std::vector<std::string> flags_for(const ParsedFlags& flags, Language language, const std::vector<Language>& all);

// Is this word one of -l, -L and -p? How many words belong to it (0: it is none).
int library_flag_words(std::string_view word);

}  // namespace heddle
