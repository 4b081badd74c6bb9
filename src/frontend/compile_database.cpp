// The first entry of a file counts: a file that is compiled several times usually is so with flags that hardly differ.
#include "frontend/compile_database.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>

#include "frontend/compiler_command.h"
#include "support/files.h"

namespace heddle {
namespace {

namespace fs = std::filesystem;

std::string absolute(const std::string& directory, const std::string& file) {
  return (fs::path(directory) / file).lexically_normal().string();
}

std::string text_of(const nlohmann::json& entry, const char* key) {
  const auto found = entry.find(key);
  return found != entry.end() && found->is_string() ? found->get<std::string>() : "";
}

// A header may be named relative to the directory or be one that the search finds.
std::string resolved(std::string_view flag, const std::string& directory, const std::string& value) {
  if (value.empty() || value[0] == '/' || value[0] == '=') return value;
  const std::string path = absolute(directory, value);
  std::error_code ignored;
  if ((flag == "-include" || flag == "-imacros") && !fs::exists(path, ignored)) return value;
  return path;
}

void make_absolute(std::vector<std::string>& flags, const std::string& directory) {
  static constexpr std::array kPaths = {"-idirafter", "-isystem", "-imacros", "-include", "-iquote", "-I"};
  for (std::size_t i = 0; i < flags.size(); ++i) {
    for (const std::string_view flag : kPaths) {
      if (flags[i] == flag && i + 1 < flags.size()) {
        ++i;
        flags[i] = resolved(flag, directory, flags[i]);
        break;
      }
      if (flags[i].starts_with(flag) && flags[i].size() > flag.size()) {
        flags[i] = std::string(flag) + resolved(flag, directory, flags[i].substr(flag.size()));
        break;
      }
    }
  }
}

}  // namespace

std::string CompileDatabase::read(const std::string& build_directory) {
  const std::string path = build_directory + "/compile_commands.json";
  const std::optional<std::string> text = read_file(path);
  if (!text)
    return fmt::format("{}: error: cannot be read (cmake writes it with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON)\n", path);
  const nlohmann::json list = nlohmann::json::parse(*text, nullptr, /*allow_exceptions=*/false);
  if (!list.is_array()) return fmt::format("{}: error: is not a list of commands in JSON\n", path);
  const std::string here = fs::absolute(build_directory).string();
  for (const nlohmann::json& item : list) {
    if (!item.is_object()) return fmt::format("{}: error: an entry is not an object\n", path);
    Entry entry;
    entry.directory = absolute(here, text_of(item, "directory"));
    entry.file = absolute(entry.directory, text_of(item, "file"));
    if (const auto arguments = item.find("arguments"); arguments != item.end() && arguments->is_array()) {
      for (const nlohmann::json& word : *arguments)
        if (word.is_string()) entry.words.push_back(word.get<std::string>());
    } else {
      entry.words = split_words(text_of(item, "command"));
    }
    entries_.push_back(std::move(entry));
  }
  return {};
}

std::optional<std::vector<std::string>> CompileDatabase::flags_of(const std::string& file) const {
  const std::string wanted = fs::absolute(file).lexically_normal().string();
  for (const Entry& entry : entries_) {
    if (entry.file != wanted || entry.words.empty()) continue;
    std::vector<std::string> words(entry.words.begin() + 1, entry.words.end());
    bool cxx = entry.words[0].find("++") != std::string::npos;
    if (!words.empty() && (words[0] == "cc" || words[0] == "c++")) {  // heddle c++ ...
      cxx = words[0] == "c++";
      words.erase(words.begin());
    }
    const CompilerCommand command = read_command(words, cxx);
    const CommandSource none;
    std::vector<std::string> flags =
        bitcode_flags(command, command.sources.size() == 1 ? command.sources.front() : none);
    make_absolute(flags, entry.directory);
    return flags;
  }
  return std::nullopt;
}

}  // namespace heddle
