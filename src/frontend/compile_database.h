// compile_commands.json, as CMake and others write it: how each source file of a project is compiled.
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace heddle {

class CompileDatabase {
 public:
  // Reads BUILD_DIR/compile_commands.json. Empty string: well done; otherwise whole lines for the user.
  std::string read(const std::string& build_directory);

  // The compiler flags of a source file that matter to a check, relative directories made absolute; nothing: the file
  // is not in the list.
  std::optional<std::vector<std::string>> flags_of(const std::string& file) const;

 private:
  struct Entry {
    std::string file;  // absolute
    std::string directory;
    std::vector<std::string> words;
  };
  std::vector<Entry> entries_;
};

}  // namespace heddle
