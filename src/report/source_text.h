// Lines of source files, for reports and for bug ids. Files are read once and only when asked for; a file that cannot
// be read has only empty lines.
#pragma once
#include <map>
#include <string>
#include <vector>

namespace heddle {

class SourceText {
 public:
  // Without leading and trailing blanks; empty if there is no such line.
  std::string line(const std::string& file, unsigned number);
  // For tests and for sources that are not on disk.
  void provide(const std::string& file, const std::string& text);

 private:
  std::map<std::string, std::vector<std::string>> files_;
};

}  // namespace heddle
