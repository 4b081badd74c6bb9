// A search for the few words of the preprocessor that decide which files clang reads, without any parsing: what stands
// in comments, strings or dead branches counts too. That errs on the safe side: a name too many is one place more to
// look at, a doubt too many is one compilation more.
//
//   scan_includes    scan_directives (after each '#'), scan_queries (__has_include), find_doubts (__DATE__ ...)
#include <algorithm>
#include <array>

#include "frontend/dependencies.h"

namespace heddle {
namespace {

using std::string_view;

bool is_word(char c) { return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

std::size_t skip_blanks(string_view text, std::size_t i) {
  while (i < text.size() && (text[i] == ' ' || text[i] == '\t')) ++i;
  return i;
}

string_view word_at(string_view text, std::size_t i) {
  std::size_t end = i;
  while (end < text.size() && is_word(text[end])) ++end;
  return text.substr(i, end - i);
}

// The name between <> or "" that starts at i, if there is one.
std::optional<string_view> name_at(string_view text, std::size_t i) {
  if (i >= text.size() || (text[i] != '<' && text[i] != '"')) return std::nullopt;
  const char close = text[i] == '<' ? '>' : '"';
  const std::size_t end = text.find_first_of(close == '>' ? ">\n" : "\"\n", i + 1);
  if (end == string_view::npos || text[end] != close) return std::nullopt;
  return text.substr(i + 1, end - i - 1);
}

// `after` is the place behind a '#' or its digraph.
void scan_directive(string_view text, std::size_t after, IncludeScan& scan) {
  const std::size_t start = skip_blanks(text, after);
  const string_view directive = word_at(text, start);
  if (directive == "embed") scan.doubt = "#embed";
  if (directive == "define") {
    const string_view line = text.substr(start, std::min(text.find('\n', start), text.size()) - start);
    // A new name for the query: its uses would not be seen.
    if (line.find("__has_include") != string_view::npos && line.find("__has_include(") == string_view::npos)
      scan.doubt = "__has_include under another name";
  }
  if (directive != "include" && directive != "include_next" && directive != "import") return;
  const auto name = name_at(text, skip_blanks(text, start + directive.size()));
  if (name)
    scan.names.emplace_back(*name);
  else
    scan.computed = true;
}

void scan_directives(string_view text, IncludeScan& scan) {
  for (std::size_t i = text.find('#'); i != string_view::npos; i = text.find('#', i + 1))
    scan_directive(text, i + 1, scan);
  for (std::size_t i = text.find("%:"); i != string_view::npos; i = text.find("%:", i + 1))
    scan_directive(text, i + 2, scan);
  for (std::size_t i = text.find("?\?="); i != string_view::npos; i = text.find("?\?=", i + 1))
    scan_directive(text, i + 3, scan);
}

// A directive or a query broken over two lines would escape the word search.
bool has_broken_word(string_view text) {
  for (std::size_t i = text.find("\\\n"); i != string_view::npos; i = text.find("\\\n", i + 1))
    if (i > 0 && i + 2 < text.size() && is_word(text[i - 1]) && is_word(text[i + 2])) return true;
  return false;
}

void scan_queries(string_view text, IncludeScan& scan) {
  static constexpr string_view kQuery = "__has_include";
  for (std::size_t i = text.find(kQuery); i != string_view::npos; i = text.find(kQuery, i + 1)) {
    std::size_t at = i + word_at(text, i).size();
    at = skip_blanks(text, at);
    if (at >= text.size() || text[at] != '(') continue;  // #ifdef __has_include
    const auto name = name_at(text, skip_blanks(text, at + 1));
    if (name)
      scan.names.emplace_back(*name);
    else
      scan.doubt = "__has_include of a computed name";
  }
}

void find_doubts(string_view text, IncludeScan& scan) {
  static constexpr std::array<string_view, 4> kDoubts = {"__DATE__", "__TIME__", "__TIMESTAMP__", "__has_embed"};
  for (const string_view doubt : kDoubts)
    if (text.find(doubt) != string_view::npos) scan.doubt = doubt;
  if (has_broken_word(text)) scan.doubt = "a word broken over two lines";
}

}  // namespace

IncludeScan scan_includes(string_view text) {
  IncludeScan scan;
  scan_directives(text, scan);
  scan_queries(text, scan);
  find_doubts(text, scan);
  return scan;
}

}  // namespace heddle
