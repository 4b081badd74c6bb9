// Scripts that complete the command line in bash and zsh: commands, their options, and the values of options that take
// one of a list of words. Everything else is a file.
//
// Main functions: bash_completion, zsh_completion; values_of.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <vector>

#include "cli/generate.h"
#include "cli/help.h"
#include "cli/options.h"
#include "detect/registry.h"
#include "search/search.h"

namespace heddle::cli {
namespace {

struct Subcommand {
  const char* name;
  Command command;
  const char* what;
};
constexpr std::array kSubcommands = {
    Subcommand{"check", kCheck, "explore the interleavings of a program"},
    Subcommand{"replay", kReplay, "run a recorded counterexample again"},
    Subcommand{"trace", kTrace, "find races in a recorded execution"},
    Subcommand{"analyze", kAnalyze, "races and deadlocks without running"},
};

// The words that an option may have as its value; none: it is a file, or anything.
std::vector<std::string> values_of(const Option& option) {
  std::vector<std::string> words;
  if (option.name == "--search") words = search_names();
  if (option.name == "--detector") words = detector_names();
  if (option.argument.find('|') == std::string_view::npos || option.argument.find(',') != std::string_view::npos)
    return words;
  for (std::size_t at = 0; at <= option.argument.size();) {
    const std::size_t bar = std::min(option.argument.find('|', at), option.argument.size());
    words.emplace_back(option.argument.substr(at, bar - at));
    at = bar + 1;
  }
  return words;
}

bool takes_word(const Option& option) { return !option.argument.empty() && option.argument[0] != '['; }

template <class Do>
void each_option(Command command, Do what) {
  for (const Option& option : option_table())
    if (option.works && (option.commands & command) != 0) what(option);
}

// For zsh: quotes end the string, and these begin what belongs to its own syntax.
std::string for_zsh(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\'')
      out += "'\\''";
    else if (c == '[' || c == ']' || c == ':' || c == '\\')
      out += fmt::format("\\{}", c);
    else
      out += c;
  }
  return out;
}

}  // namespace

std::string bash_completion() {
  std::string values, words;
  for (const Subcommand& sub : kSubcommands) {
    std::vector<std::string> names;
    std::vector<std::string> others;  // options with a value that is a file or anything
    each_option(sub.command, [&](const Option& option) {
      names.emplace_back(option.name);
      const std::vector<std::string> list = values_of(option);
      if (!list.empty())
        values += fmt::format("    {}:{}) COMPREPLY=($(compgen -W '{}' -- \"$word\")); return ;;\n", sub.name,
                              option.name, fmt::join(list, " "));
      else if (takes_word(option))
        others.push_back(fmt::format("{}:{}", sub.name, option.name));
    });
    if (!others.empty())
      values += fmt::format("    {}) COMPREPLY=($(compgen -f -- \"$word\")); return ;;\n", fmt::join(others, "|"));
    words += fmt::format("    {}) options='{}' ;;\n", sub.name, fmt::join(names, " "));
  }
  return fmt::format(R"(# bash completion for heddle; generated from its table of options
_heddle() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} options=
  if [ "$COMP_CWORD" = 1 ]; then
    COMPREPLY=($(compgen -W 'check replay trace analyze cc c++ help --help --version' -- "$word"))
    return
  fi
  case ${{COMP_WORDS[1]}}:$before in
    help:help) COMPREPLY=($(compgen -W '{}' -- "$word")); return ;;
{}  esac
  case ${{COMP_WORDS[1]}} in
{}  esac
  case $word in
    -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
    *) COMPREPLY=($(compgen -f -- "$word")) ;;
  esac
}}
complete -o filenames -F _heddle heddle
)",
                     fmt::join(help_topics(), " "), values, words);
}

std::string zsh_completion() {
  std::string commands, arguments;
  for (const Subcommand& sub : kSubcommands) {
    commands += fmt::format("    '{}:{}'\n", sub.name, for_zsh(sub.what));
    arguments += fmt::format("    {}) _arguments -s \\\n", sub.name);
    each_option(sub.command, [&](const Option& option) {
      const std::vector<std::string> list = values_of(option);
      std::string value;
      if (!list.empty())
        value = fmt::format(":{}:({})", for_zsh(option.argument), fmt::join(list, " "));
      else if (takes_word(option))
        value = fmt::format(":{}:_files", for_zsh(option.argument));
      arguments += fmt::format("      '{}[{}]{}' \\\n", option.name, for_zsh(option.help), value);
    });
    arguments += "      '*:file:_files' ;;\n";
  }
  return fmt::format(R"(#compdef heddle
# zsh completion for heddle; generated from its table of options
_heddle() {{
  local -a commands
  commands=(
{}    'cc:compile C as clang does, and keep bitcode'
    'c++:compile C++ as clang does, and keep bitcode'
    'help:about a topic'
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
{}    help) _values topic {} ;;
    *) _files ;;
  esac
}}
_heddle "$@"
)",
                     commands, arguments, fmt::join(help_topics(), " "));
}

}  // namespace heddle::cli
