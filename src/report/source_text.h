// Lines of source files, for reports and for bug ids. Files are read once and only when asked for; a file that cannot
// be read has only empty lines.
#pragma once
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace heddle {

class SourceText {
 public:
  // Without leading and trailing blanks; empty if there is no such line.
  std::string line(const std::string& file, unsigned number);
  // How many blanks were before it.
  std::size_t indent(const std::string& file, unsigned number);
  // A file as it is, without the ends of lines; none if it cannot be read.
  static std::vector<std::string> whole_lines(const std::string& file);
  // For tests and for sources that are not on disk.
  void provide(const std::string& file, const std::string& text);

 private:
  struct Line {
    std::string text;
    std::size_t indent = 0;
  };
  const Line* find(const std::string& file, unsigned number);
  std::map<std::string, std::vector<Line>> files_;
};

}  // namespace heddle
