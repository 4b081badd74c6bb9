// One pass over the words: an option of the table, a compiler flag (frontend/ knows which), a library, or a file.
#include "cli/arguments.h"

#include <fmt/format.h>

#include "frontend/compile.h"
#include "frontend/flags.h"

namespace heddle::cli {
namespace {

class Splitter {
 public:
  Splitter(Command command, const std::vector<std::string>& words) : command_(command), words_(words) {}

  Arguments run() {
    while (at_ < words_.size() && out_.error.empty()) {
      const std::string& word = words_[at_++];
      if (word == "--") {
        out_.program.assign(words_.begin() + static_cast<std::ptrdiff_t>(at_), words_.end());
        break;
      }
      if (word.size() < 2 || word[0] != '-')
        out_.files.push_back(word);
      else if (!own_option(word) && !library(word) && !compiler_flag(word))
        unknown(word);
    }
    return std::move(out_);
  }

 private:
  bool own_option(const std::string& word) {
    const std::size_t equals = word.find('=');
    std::string name = word.substr(0, equals);
    std::optional<std::string> value;
    if (equals != std::string::npos) value = word.substr(equals + 1);
    if (word.size() > 2 && word.compare(0, 2, "-j") == 0 && word[2] != '=') name = "-j", value = word.substr(2);
    const Option* option = find_option(name, command_);
    if (option == nullptr) return false;
    if (!option->works) {
      out_.error = fmt::format("'{}' is not available yet", name);
      return true;
    }
    return take(*option, std::move(value));
  }

  bool take(const Option& option, std::optional<std::string> value) {
    if (option.argument.empty() && value) {
      out_.error = fmt::format("'{}' takes no value", option.name);
    } else if (!option.argument.empty() && option.argument[0] != '[' && !value) {
      if (at_ == words_.size() || words_[at_].compare(0, 2, "--") == 0)
        out_.error = fmt::format("'{}' needs a value: {}", option.name, option.argument);
      else
        value = words_[at_++];
    }
    if (value && value->empty() && out_.error.empty()) out_.error = fmt::format("'{}' has an empty value", option.name);
    out_.options.emplace_back(option.name, value.value_or(""));
    return true;
  }

  // Stays among the flags, so that a replay finds the same libraries.
  bool library(const std::string& word) { return compiles() && take_flag(word, library_flag_words(word)); }

  bool compiler_flag(const std::string& word) { return compiles() && take_flag(word, compiler_flag_words(word)); }

  bool compiles() const { return command_ == kCheck || command_ == kAnalyze; }

  // A flag of `count` words; 0: it is none.
  bool take_flag(const std::string& word, int count) {
    if (count == 0) return false;
    out_.flags.push_back(word);
    for (int i = 1; i < count; ++i) {
      if (at_ == words_.size()) {
        out_.error = fmt::format("'{}' needs a value", word);
        break;
      }
      out_.flags.push_back(words_[at_++]);
    }
    return true;
  }

  void unknown(const std::string& word) {
    std::vector<std::string_view> names;
    for (const Option& option : option_table())
      if ((option.commands & command_) != 0) names.push_back(option.name);
    const std::string name = word.substr(0, word.find('='));
    const std::string meant = word.size() > 3 ? closest(name, names) : std::string{};
    out_.error = fmt::format("unknown option '{}'", name);
    if (!meant.empty()) out_.error += fmt::format("; did you mean '{}'?", meant);
  }

  Command command_;
  const std::vector<std::string>& words_;
  std::size_t at_ = 0;
  Arguments out_;
};

}  // namespace

bool Arguments::has(std::string_view name) const { return value(name).has_value(); }

std::optional<std::string> Arguments::value(std::string_view name) const {
  for (auto it = options.rbegin(); it != options.rend(); ++it)
    if (it->first == name) return it->second;
  return std::nullopt;
}

Arguments split_arguments(Command command, const std::vector<std::string>& words) {
  return Splitter(command, words).run();
}

bool asks_for_json(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (word == "--") return false;
    if (word == "--json" || word == "--json=-") return true;
  }
  return false;
}

}  // namespace heddle::cli
