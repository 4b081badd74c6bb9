// See processes.h.
#include "model/processes.h"

#include <algorithm>
#include <cctype>

namespace heddle {
namespace {

// Blanks separate words; quotes of both kinds keep them, a backslash keeps the next character.
std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  bool begun = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); i++) {
    const char c = text[i];
    if (quote == 0 && std::isspace(static_cast<unsigned char>(c)) != 0) {
      if (begun) words.push_back(std::move(word));
      word.clear();
      begun = false;
      continue;
    }
    begun = true;
    if (c == '\\' && quote != '\'' && i + 1 < text.size())
      word += text[++i];
    else if (quote == 0 ? c == '"' || c == '\'' : c == quote)
      quote = quote == 0 ? c : 0;
    else
      word += c;
  }
  if (begun) words.push_back(std::move(word));
  return words;
}

bool is_source(const std::string& word) {
  for (const char* ending : {".c", ".cc", ".cpp", ".cxx", ".c++", ".C", ".bc", ".ll", ".o", ".i", ".ii"})
    if (word.ends_with(ending)) return true;
  return false;
}

std::string stem(const std::vector<std::string>& words) {
  auto file = std::find_if(words.begin(), words.end(), is_source);
  if (file == words.end())
    file = std::find_if(words.begin(), words.end(), [](const std::string& w) { return !w.starts_with('-'); });
  std::string name = file == words.end() ? "process" : file->substr(file->rfind('/') + 1);
  if (const std::size_t dot = name.rfind('.'); dot != std::string::npos && dot != 0) name.resize(dot);
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_' && c != '-' && c != '.') c = '_';
  return name.empty() ? "process" : name;
}

}  // namespace

std::vector<ProcessSpec> read_processes(const std::vector<std::string>& texts) {
  std::vector<ProcessSpec> processes;
  for (const std::string& text : texts) {
    ProcessSpec process;
    process.words = split(text);
    const auto end = std::find(process.words.begin(), process.words.end(), "--");
    if (end != process.words.end()) process.arguments.assign(end + 1, process.words.end());
    process.words.erase(end, process.words.end());
    process.name = stem(process.words);
    processes.push_back(std::move(process));
  }
  std::vector<std::string> stems;
  for (const ProcessSpec& process : processes) stems.push_back(process.name);
  for (std::size_t i = 0; i < processes.size(); i++)
    if (std::count(stems.begin(), stems.end(), stems[i]) > 1)
      processes[i].name +=
          "-" + std::to_string(1 + std::count(stems.begin(), stems.begin() + static_cast<std::ptrdiff_t>(i), stems[i]));
  return processes;
}

std::vector<std::string> process_names(const std::vector<std::string>& texts) {
  std::vector<std::string> names;
  for (const ProcessSpec& process : read_processes(texts)) names.push_back(process.name);
  return names;
}

}  // namespace heddle
