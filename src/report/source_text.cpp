// Reads whole files with stdio and cuts them into trimmed lines. A file beyond 64 MB is not source text a person
// wrote: it is treated like one that cannot be read.
#include "report/source_text.h"

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

std::string trimmed(const std::string& text, std::size_t begin, std::size_t end) {
  const char* blanks = " \t\r\f\v";
  const std::size_t first = text.find_first_not_of(blanks, begin);
  if (first == std::string::npos || first >= end) return {};
  const std::size_t last = text.find_last_not_of(blanks, end - 1);
  return text.substr(first, last - first + 1);
}

}  // namespace

void SourceText::provide(const std::string& file, const std::string& text) {
  std::vector<std::string>& lines = files_[file];
  lines.clear();
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = text.find('\n', begin);
    if (end == std::string::npos) end = text.size();
    lines.push_back(trimmed(text, begin, end));
    begin = end + 1;
  }
}

std::string SourceText::line(const std::string& file, unsigned number) {
  if (number == 0 || file.empty()) return {};
  if (!files_.contains(file)) provide(file, read_source(file));
  const std::vector<std::string>& lines = files_[file];
  return number <= lines.size() ? lines[number - 1] : std::string{};
}

}  // namespace heddle
