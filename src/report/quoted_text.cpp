// See quoted_text.h.
#include "report/quoted_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace heddle {

std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const unsigned char byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20 || byte == 0x7f) {
      out += fmt::format("\\x{:02x}", byte);
    } else {
      out += c;
    }
  }
  return out + '"';
}

static std::optional<unsigned> hex_digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a' + 10);
  return std::nullopt;
}

std::optional<std::string> without_quotes(std::string_view text) {
  if (text.size() < 2 || text.front() != '"' || text.back() != '"') return std::nullopt;
  text = text.substr(1, text.size() - 2);
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') return std::nullopt;
    if (text[i] != '\\') {
      out += text[i];
      continue;
    }
    if (++i == text.size()) return std::nullopt;
    if (text[i] == '"' || text[i] == '\\') {
      out += text[i];
      continue;
    }
    if (text[i] != 'x' || i + 2 >= text.size()) return std::nullopt;
    const auto high = hex_digit(text[i + 1]), low = hex_digit(text[i + 2]);
    if (!high || !low) return std::nullopt;
    out += static_cast<char>(*high * 16 + *low);
    i += 2;
  }
  return out;
}

bool read_quoted(std::string_view value, std::initializer_list<std::string*> into) {
  for (std::string* text : into) {
    std::size_t end = 1;
    while (end < value.size() && value[end] != '"') end += value[end] == '\\' ? 2 : 1;
    auto piece = without_quotes(value.substr(0, end + 1));
    if (!piece || piece->find('\0') != std::string::npos) return false;
    if (value.size() > end + 1 && value[end + 1] != ' ') return false;
    *text = std::move(*piece);
    value.remove_prefix(std::min(end + 2, value.size()));
  }
  return value.empty();
}

bool read_word(std::string_view text, std::string& into) {
  const auto fits = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
  if (text.empty() || text.size() > 64 || !std::all_of(text.begin(), text.end(), fits)) return false;
  into = text;
  return true;
}

std::string printable(std::string_view text) {
  std::string out;
  for (const char c : text.substr(0, 40)) out += c >= 0x20 && c < 0x7f ? c : '?';
  return "'" + out + "'";
}

}  // namespace heddle
