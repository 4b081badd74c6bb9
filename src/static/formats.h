// What printf and scanf do with the arguments behind their format: text is read, counts and input are written, and with
// the `m` of POSIX scanf allocates.
#pragma once
#include <optional>
#include <string_view>
#include <vector>

#include "llvm/IR/InstrTypes.h"

namespace heddle::analysis {

enum class FormatUse : std::uint8_t { Value, ReadsText, Writes, Allocates };
using FormatUses = std::vector<FormatUse>;  // one for each argument behind the format

// Nothing: arguments are numbered, or the format is not one.
std::optional<FormatUses> printf_uses(std::string_view format);
std::optional<FormatUses> scanf_uses(std::string_view format);

// A call of one of these functions, by its name. With a va_list the arguments are behind that.
struct FormatCall {
  bool scans = false, has_list = false;
  unsigned format = 0, first = 0;  // numbers of arguments; first: behind the format, or the va_list

  // Of one format.
  std::optional<FormatUses> uses(std::string_view text) const { return scans ? scanf_uses(text) : printf_uses(text); }
};
std::optional<FormatCall> format_call(const llvm::CallBase& call, llvm::StringRef name);

}  // namespace heddle::analysis
