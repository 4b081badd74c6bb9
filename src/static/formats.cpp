// See formats.h. Conversions as in POSIX: %[flags][width][.precision][length]letter.
#include "static/formats.h"

#include "llvm/IR/Function.h"

namespace heddle::analysis {

namespace {

bool is_one_of(char letter, std::string_view list) { return list.find(letter) != std::string_view::npos; }

// From behind the '%' to the letter; false: it ends before, or numbers its argument.
struct Conversion {
  bool whole = false, suppressed = false, allocates = false;
  unsigned stars = 0;
  char letter = 0;
};

Conversion read_conversion(std::string_view& rest, bool scans) {
  Conversion result;
  for (; !rest.empty(); rest.remove_prefix(1)) {
    const char letter = rest.front();
    if (letter == '$') return result;
    if (letter == '*' && scans) {
      result.suppressed = true;
    } else if (letter == '*') {
      ++result.stars;
    } else if (letter == 'm' && scans) {
      result.allocates = true;
    } else if (!is_one_of(letter, "0123456789.+-# 'Ihlqjzt") && letter != 'L') {
      result.whole = true;
      result.letter = letter;
      rest.remove_prefix(1);
      if (letter == '[') {  // a set: up to the bracket, which may be its first member
        if (!rest.empty() && rest.front() == '^') rest.remove_prefix(1);
        if (!rest.empty() && rest.front() == ']') rest.remove_prefix(1);
        const std::size_t end = rest.find(']');
        result.whole = end != std::string_view::npos;
        rest.remove_prefix(result.whole ? end + 1 : rest.size());
      }
      return result;
    }
  }
  return result;
}

template <class Add>
std::optional<FormatUses> uses_of(std::string_view format, bool scans, Add add) {
  FormatUses uses;
  while (true) {
    const std::size_t percent = format.find('%');
    if (percent == std::string_view::npos) return uses;
    format.remove_prefix(percent + 1);
    const Conversion conversion = read_conversion(format, scans);
    if (!conversion.whole) return std::nullopt;
    uses.insert(uses.end(), conversion.stars, FormatUse::Value);
    if (conversion.letter != '%') add(conversion, uses);
  }
}

}  // namespace

std::optional<FormatUses> printf_uses(std::string_view format) {
  return uses_of(format, false, [](const Conversion& conversion, FormatUses& uses) {
    if (conversion.letter == 'm') return;  // the text of errno: no argument
    FormatUse use = FormatUse::Value;
    if (is_one_of(conversion.letter, "sS")) use = FormatUse::ReadsText;
    if (!is_one_of(conversion.letter, "diouxXeEfFgGaAcCsSpbB")) use = FormatUse::Writes;  // %n, or nobody knows what
    uses.push_back(use);
  });
}

std::optional<FormatUses> scanf_uses(std::string_view format) {
  return uses_of(format, true, [](const Conversion& conversion, FormatUses& uses) {
    if (conversion.suppressed) return;
    // In the C of 1989 with the extensions of GNU %as, %aS and %a[ allocate, too.
    uses.push_back(conversion.allocates || conversion.letter == 'a' ? FormatUse::Allocates : FormatUse::Writes);
  });
}

std::optional<FormatCall> format_call(const llvm::CallBase& call, llvm::StringRef name) {
  FormatCall result;
  result.scans = name.contains("scanf");
  if (!result.scans && !name.contains("printf")) return std::nullopt;
  result.has_list = !call.getFunctionType()->isVarArg();
  const unsigned fixed = call.getFunctionType()->getNumParams();
  if (fixed < (result.has_list ? 2U : 1U) || call.arg_size() < fixed) return std::nullopt;
  result.format = fixed - (result.has_list ? 2 : 1);
  result.first = result.format + 1;
  return result;
}

}  // namespace heddle::analysis
