// Three tables: flags that take the next word, flags that keep clang from making objects, flags for the linker. A flag
// in none of them is a word of its own and is passed on.
#include "frontend/compiler_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "frontend/compile.h"
#include "support/files.h"
#include "frontend/words.h"

namespace heddle {
namespace {

using std::string_view;
using Kind = CommandWord::Kind;

// The value is always, or if the word ends here, the next word.
constexpr std::array kTakesNext = {"-I",
                                   "-D",
                                   "-U",
                                   "-A",
                                   "-F",
                                   "-B",
                                   "-G",
                                   "-isystem",
                                   "-iquote",
                                   "-idirafter",
                                   "-include",
                                   "-imacros",
                                   "-iprefix",
                                   "-iwithprefix",
                                   "-isysroot",
                                   "-imultilib",
                                   "-Xclang",
                                   "-mllvm",
                                   "-Xassembler",
                                   "-Xanalyzer",
                                   "-Xpreprocessor",
                                   "--param",
                                   "-target",
                                   "-arch",
                                   "-V",
                                   "-ivfsoverlay",
                                   "-b",
                                   "-working-directory",
                                   "-iwithsysroot",
                                   "--sysroot",
                                   "-iwithprefixbefore",
                                   "--serialize-diagnostics"};
constexpr std::array kLinkerTakesNext = {"-l", "-L", "-Xlinker", "-T", "-u", "-z", "-e", "-rpath", "-framework"};
constexpr std::array kLinkerPrefixes = {"-l",
                                        "-L",
                                        "-Wl,",
                                        "-fuse-ld=",
                                        "-shared",
                                        "-static",
                                        "-nostdlib",
                                        "-nodefaultlibs",
                                        "-nostartfiles",
                                        "-rdynamic",
                                        "-pie",
                                        "-no-pie",
                                        "-s",
                                        "-z",
                                        "-T",
                                        "-u",
                                        "-r",
                                        "-e"};
constexpr std::array kRulesTakeNext = {"-MF", "-MT", "-MQ", "-MJ"};
constexpr std::array kRules = {"-MD", "-MMD", "-MP", "-MG", "-MV"};
// The linker's exact words among the prefixes that could begin something else.
constexpr std::array kExactLinkerWords = {"-s", "-r", "-e", "-u", "-T", "-z"};

// Their values are words for somebody else.
constexpr std::array kForOthers = {"-Xassembler", "-Xanalyzer"};

constexpr std::array kNoObjects = {"-E",     "-S",         "-M",           "-MM",          "-fsyntax-only",
                                   "-###",   "--version",  "-dumpversion", "-dumpmachine", "--help",
                                   "-cc1",   "-emit-llvm", "-dumpspecs",   "--analyze",    "-emit-ast",
                                   "-Eonly", "-cc1as",     "--precompile"};
constexpr std::array kNoObjectsPrefixes = {"-print-", "--print-", "-help"};

bool is_for_linker(string_view word) {
  if (is_any(word, kExactLinkerWords)) return true;
  for (const string_view prefix : kLinkerPrefixes)
    if (!is_any(prefix, kExactLinkerWords) && word.starts_with(prefix)) return true;
  return false;
}

// What makes the linker change which function a call reaches: a check would not know.
bool changes_calls(string_view word) {
  for (const string_view option : {"--wrap", "--defsym", "-wrap", "-defsym"})
    if (word.find(option) != string_view::npos && (word.starts_with("-Wl,") || word.starts_with(option))) return true;
  return false;
}

class WordReader {
 public:
  WordReader(CompilerCommand& out, bool cxx) : out_(out), cxx_(cxx) {}

  void read(const std::vector<std::string>& words) {
    for (const std::string& word : words)
      if (out_.error.empty()) take(word);
    if (!out_.error.empty()) return;
    out_.makes_objects = makes_objects_ && !out_.sources.empty();
    out_.links = out_.makes_objects && !compiles_only_;
    if (named_rules_) out_.rules.clear();
  }

 private:
  void add(Kind kind, const std::string& text) { out_.words.push_back({kind, text}); }

  void take(const std::string& word) {
    if (value_of_) {
      take_value(word);
    } else if (word.size() > 1 && word[0] == '@') {
      take_response_file(word);
    } else if (word.size() > 1 && word[0] == '-') {
      take_flag(word);
    } else {
      take_input(word);
    }
  }

  void take_value(const std::string& word) {
    const Kind kind = *value_of_;
    const std::string flag = out_.words.back().text;
    value_of_.reset();
    add(kind, word);
    if (kind == Kind::Output) out_.output = word;
    if (kind == Kind::Language) language_ = word;
    if (flag == "-Xlinker" && changes_calls(word)) refuse(word);
  }

  void take_response_file(const std::string& word) {
    const std::optional<std::string> text = read_file(word.substr(1));
    if (!text) return take_input(word);  // clang takes it for the name of a file, too
    if (++depth_ > 20) {
      out_.error = fmt::format("heddle: error: {}: response files that name each other\n", word);
      return;
    }
    for (const std::string& inner : split_words(*text))
      if (out_.error.empty()) take(inner);
    --depth_;
  }

  void refuse(const std::string& word) {
    out_.error = fmt::format(
        "heddle: error: {}: is not supported: a check could not tell which function a call reaches\n", word);
  }

  void take_flag(const std::string& word) {
    if (is_any(word, kNoObjects) || starts_with_any(word, kNoObjectsPrefixes)) makes_objects_ = false;
    if (word == "-o") return begin(Kind::Output, word);
    if (word.starts_with("-o") && !word.starts_with("-obj")) {
      add(Kind::Output, word);
      out_.output = word.substr(2);
      return;
    }
    if (word == "-x") return begin(Kind::Language, word);
    if (word.starts_with("-x")) {
      add(Kind::Language, word);
      language_ = word.substr(2);
      return;
    }
    if (word == "-c") {
      compiles_only_ = true;
      return add(Kind::Mode, word);
    }
    if (is_any(word, kRulesTakeNext)) {
      named_rules_ |= word == "-MF";
      return begin(Kind::Rules, word);
    }
    if (word.starts_with("-MF")) named_rules_ = true;
    if (word == "-MD" || word == "-MMD") out_.rules = word;
    if (is_any(word, kRules) || starts_with_any(word, kRulesTakeNext)) return add(Kind::Rules, word);
    if (changes_calls(word)) return refuse(word);
    if (is_any(word, kLinkerTakesNext)) return begin(Kind::Linking, word);
    if (is_for_linker(word)) return add(Kind::Linking, word);
    if (is_any(word, kTakesNext)) return begin(Kind::Other, word);
    if (word.starts_with("-stdlib=") && word != "-stdlib=libstdc++") problem_ = word + ": only libstdc++ is supported";
    if (word.starts_with("--target=") || word == "-target") problem_ = word + ": only this machine is supported";
    add(Kind::Other, word);
  }

  void begin(Kind kind, const std::string& word) {
    add(kind, word);
    value_of_ = kind;
  }

  void take_input(const std::string& word) {
    std::optional<Language> language;
    std::string problem = problem_;
    bool source = true;
    if (!language_.empty() && language_ != "none") {
      for (const Language l :
           {Language::C, Language::Cxx, Language::PreprocessedC, Language::PreprocessedCxx, Language::Ir})
        if (language_ == name_of(l)) language = l;
      if (language_.find("header") != std::string::npos) makes_objects_ = false;
      source = !language_.starts_with("assembler");
      if (!language) problem = "the language " + language_ + " is not supported";
    } else {
      language = language_of_suffix(word);
      source = language.has_value();
      if (cxx_ && language == Language::C) language = Language::Cxx;
      if (cxx_ && language == Language::PreprocessedC) language = Language::PreprocessedCxx;
      for (const string_view suffix : {".h", ".hh", ".hpp", ".hxx", ".H"})
        if (string_view(word).ends_with(suffix)) makes_objects_ = false;  // a precompiled header
    }
    if (word == "-" && source) problem = "the source was read from standard input";
    if (source) {
      if (!problem.empty()) language.reset();
      out_.sources.push_back({word, out_.words.size(), language, problem});
    }
    add(source ? Kind::Source : Kind::Input, word);
  }

  CompilerCommand& out_;
  const bool cxx_;
  bool makes_objects_ = true;
  bool compiles_only_ = false;
  bool named_rules_ = false;
  int depth_ = 0;
  std::string language_, problem_;
  std::optional<Kind> value_of_;
};

}  // namespace

std::vector<std::string> split_words(string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool begun = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote == '\'') {
      if (c == '\'')
        quote = 0;
      else
        word += c;
    } else if (c == '\\' && i + 1 < text.size()) {
      if (text[i + 1] != '\n') word += text[i + 1], begun = true;
      ++i;
    } else if (quote == '"') {
      if (c == '"')
        quote = 0;
      else
        word += c;
    } else if (c == '\'' || c == '"') {
      quote = c;
      begun = true;
    } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      if (begun) words.push_back(std::move(word));
      word.clear();
      begun = false;
    } else {
      word += c;
      begun = true;
    }
  }
  if (begun) words.push_back(std::move(word));
  return words;
}

CompilerCommand read_command(const std::vector<std::string>& words, bool cxx) {
  CompilerCommand command;
  WordReader(command, cxx).read(words);
  return command;
}

std::vector<std::string> bitcode_flags(const CompilerCommand& command, const CommandSource& source) {
  std::vector<std::string> flags;
  for (std::size_t i = 0; i < command.words.size(); ++i) {
    if (command.words[i].kind != Kind::Other) continue;
    if (is_any(command.words[i].text, kForOthers)) {
      ++i;
      continue;
    }
    const int count = compiler_flag_words(command.words[i].text);
    for (int n = 0; n < count && i + n < command.words.size(); ++n) flags.push_back(command.words[i + n].text);
    if (count == 2) ++i;
  }
  if (source.language && *source.language != Language::Ir) flags.insert(flags.end(), {"-x", name_of(*source.language)});
  return flags;
}

}  // namespace heddle
