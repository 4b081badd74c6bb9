// Small text helpers of the text report: colours, wrapping, quoting.
#include <fmt/format.h>

#include <string_view>

#include "report/text.h"

namespace heddle {
namespace {

bool starts_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

// Where to cut so that `width` characters come before.
std::size_t cut_at(const std::string& text, std::size_t width) {
  std::size_t i = 0;
  for (std::size_t n = 0; i < text.size(); ++i)
    if (starts_character(text[i]) && n++ == width) break;
  return i;
}

}  // namespace

std::size_t display_columns(const std::string& text) {
  std::size_t n = 0;
  for (const char c : text) n += starts_character(c) ? 1 : 0;
  return n;
}

std::string shortened(const std::string& text, std::size_t width) {
  if (display_columns(text) <= width) return text;
  if (width < 8) return {};
  std::string cut = text.substr(0, cut_at(text, width - 3));
  const std::size_t blank = cut.find_last_of(" (,");
  if (blank != std::string::npos && blank >= cut.size() / 3) cut.resize(cut[blank] == ' ' ? blank : blank + 1);
  return cut + "...";
}

std::string printable(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const unsigned char byte = static_cast<unsigned char>(c);
    if (c == '\t')
      out += "    ";
    else if (byte < 0x20 || byte == 0x7f)
      out += fmt::format("\\x{:02x}", byte);
    else
      out += c;
  }
  return out;
}

std::vector<std::string> wrapped(const std::string& text, std::size_t width) {
  if (width == 0) width = 1;
  std::vector<std::string> lines;
  std::string line;
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t end = text.find(' ', at);
    if (end == std::string::npos) end = text.size();
    std::string word = text.substr(at, end - at);
    at = end + 1;
    if (!line.empty() && display_columns(line) + 1 + display_columns(word) <= width) {
      line += ' ' + word;
      continue;
    }
    if (!line.empty()) lines.push_back(line);
    while (display_columns(word) > width) {
      const std::size_t cut = cut_at(word, width);
      lines.push_back(word.substr(0, cut));
      word = word.substr(cut);
    }
    line = word;
  }
  if (!line.empty()) lines.push_back(line);
  return lines;
}

std::string function_text(const std::string& function) {
  static constexpr std::string_view kCatch = "C_A_T_C_H_T_E_S_T_";
  if (const std::size_t at = function.find(kCatch); at != std::string::npos) {  // and a number
    const std::size_t end = function.find_first_not_of("0123456789", at + kCatch.size());
    return function.substr(0, at) + "TEST_CASE" + (end == std::string::npos ? "" : function.substr(end));
  }
  static constexpr std::string_view kBody = "_Test::TestBody";
  const std::size_t body = function.find(kBody);
  const std::size_t end = body + kBody.size();
  if (body == std::string::npos || (end != function.size() && function.compare(end, 2, "::") != 0)) return function;
  std::string test = function.substr(0, body);  // neither name has an underscore of its own
  const std::size_t between = test.rfind('_');
  if (between == std::string::npos || between == 0) return function;
  test[between] = '.';
  return test + function.substr(end);
}

std::string shell_word(const std::string& text) {
  const char* plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./+,:@%=";
  if (!text.empty() && text.find_first_not_of(plain) == std::string::npos) return text;
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string painted(const std::string& text, Paint paint, const TextStyle& style) {
  if (!style.color) return text;
  const char* code = "";
  switch (paint) {
    case Paint::Error:
      code = "1;31";
      break;
    case Paint::Good:
      code = "1;32";
      break;
    case Paint::Warning:
      code = "1;33";
      break;
    case Paint::Heading:
      code = "1";
      break;
    case Paint::Quiet:
      code = "2";
      break;
    case Paint::Mark:
      code = "31";
      break;
  }
  return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

}  // namespace heddle
