// Reads whole files with stdio and cuts them into trimmed lines. A file beyond 64 MB is not source text a person
// wrote: it is treated like one that cannot be read.
#include "report/source_text.h"

#include <algorithm>
#include <cstdio>

namespace heddle {
namespace {

constexpr std::size_t kLargestSource = std::size_t{64} << 20;

std::string read_source(const std::string& path) {
  std::string text;
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return text;
  char buffer[65536];
  while (std::size_t n = std::fread(buffer, 1, sizeof buffer, file)) {
    text.append(buffer, n);
    if (text.size() > kLargestSource) {
      text.clear();
      break;
    }
  }
  std::fclose(file);
  return text;
}

constexpr const char* kBlanks = " \t\r\f\v";

}  // namespace

void SourceText::provide(const std::string& file, const std::string& text) {
  std::vector<Line>& lines = files_[file];
  lines.clear();
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = text.find('\n', begin);
    if (end == std::string::npos) end = text.size();
    const std::size_t first = text.find_first_not_of(kBlanks, begin);
    if (first == std::string::npos || first >= end)
      lines.emplace_back();
    else
      lines.push_back({text.substr(first, text.find_last_not_of(kBlanks, end - 1) - first + 1), first - begin});
    begin = end + 1;
  }
}

const SourceText::Line* SourceText::find(const std::string& file, unsigned number) {
  if (number == 0 || file.empty()) return nullptr;
  if (!files_.contains(file)) provide(file, read_source(file));
  const std::vector<Line>& lines = files_[file];
  return number <= lines.size() ? &lines[number - 1] : nullptr;
}

std::string SourceText::line(const std::string& file, unsigned number) {
  const Line* const found = find(file, number);
  return found == nullptr ? std::string{} : found->text;
}

std::size_t SourceText::indent(const std::string& file, unsigned number) {
  const Line* const found = find(file, number);
  return found == nullptr ? 0 : found->indent;
}

std::vector<std::string> SourceText::whole_lines(const std::string& file) {
  const std::string text = read_source(file);
  std::vector<std::string> lines;
  if (text.find('\0') != std::string::npos) return lines;  // no text
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::size_t without_return = end > begin && text[end - 1] == '\r' ? end - 1 : end;
    lines.push_back(text.substr(begin, without_return - begin));
    begin = end + 1;
  }
  return lines;
}

}  // namespace heddle
