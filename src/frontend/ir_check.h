// Is a .bc or .ll file that somebody gave us one that LLVM can read?
#pragma once
#include <optional>
#include <string>

namespace heddle {

// The message, "FILE: error: ..." or "FILE:LINE:COLUMN: error: ...", or nullopt if the file is good.
std::optional<std::string> what_is_wrong_with_ir(const std::string& file, const std::string& bytes);

}  // namespace heddle
