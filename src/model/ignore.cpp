// Reading is strict: whatever is no entry, comment or empty line is an error with line and column, so that a typing
// mistake never ignores more or less than was meant. Main functions: parse_ignore (class LineParser), matching.
#include "model/ignore.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/bug.h"

namespace heddle {
namespace {

constexpr std::size_t kMostEntries = 10'000;
constexpr std::string_view kBlank = " \t";

bool printable(char c) { return static_cast<unsigned char>(c) >= 0x20 && c != 0x7f; }

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

// One line: KIND WHAT "PATTERN" because REASON.
class LineParser {
 public:
  explicit LineParser(std::string_view line) : line_(line) {}

  bool is_blank() {
    skip_blanks();
    return at_ == line_.size() || line_[at_] == '#';
  }

  bool run(IgnoreEntry& entry) { return kind(entry) && what(entry) && pattern(entry) && reason(entry); }

  unsigned column() const { return static_cast<unsigned>(at_) + 1; }
  const std::string& error() const { return error_; }

 private:
  bool wrong(std::string message) {
    error_ = std::move(message);
    return false;
  }

  void skip_blanks() { at_ = std::min(line_.find_first_not_of(kBlank, at_), line_.size()); }

  std::string_view peek_word() {
    skip_blanks();
    const std::size_t end = std::min(line_.find_first_of(" \t\"", at_), line_.size());
    return line_.substr(at_, end - at_);
  }

  bool kind(IgnoreEntry& entry) {
    const std::string_view word = peek_word();
    if (word != "race" && word != "trust") return wrong("expected 'race' or 'trust'");
    entry.kind = word == "race" ? IgnoreEntry::Kind::Race : IgnoreEntry::Kind::Trust;
    at_ += word.size();
    return true;
  }

  bool what(IgnoreEntry& entry) {
    const std::string_view word = peek_word();
    const bool race = entry.kind == IgnoreEntry::Kind::Race;
    if (word == "function")
      entry.what = IgnoreEntry::What::Function;
    else if (word == "file")
      entry.what = IgnoreEntry::What::File;
    else if (word == "variable" && race)
      entry.what = IgnoreEntry::What::Variable;
    else
      return wrong(race ? "expected 'variable', 'function' or 'file'" : "expected 'function' or 'file'");
    at_ += word.size();
    return true;
  }

  bool pattern(IgnoreEntry& entry) {
    skip_blanks();
    if (at_ == line_.size() || line_[at_] != '"') return wrong("expected a name in double quotes");
    const std::size_t begin = at_++;
    for (; at_ < line_.size() && line_[at_] != '"'; ++at_) {
      if (line_[at_] == '\\' && (++at_ == line_.size() || (line_[at_] != '"' && line_[at_] != '\\')))
        return wrong("a backslash in a name stands before a double quote or a backslash");
      if (!printable(line_[at_])) return wrong("a character that no name has");
      entry.pattern += line_[at_];
    }
    if (at_ == line_.size()) return at_ = begin, wrong("the name has no closing double quote");
    if (entry.pattern.empty()) return at_ = begin, wrong("an empty name");
    if (entry.pattern.find_first_not_of('*') == std::string::npos)
      return at_ = begin, wrong("this name would cover everything");
    ++at_;
    return true;
  }

  bool reason(IgnoreEntry& entry) {
    const std::string_view word = peek_word();
    if (word != "because") return wrong("a reason is required: because ...");
    at_ += word.size();
    skip_blanks();
    std::string_view rest = line_.substr(at_);
    const std::size_t end = rest.find_last_not_of(kBlank);
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(0, end + 1);
    if (rest.empty()) return wrong("a reason is required after 'because'");
    if (const auto bad = std::find_if_not(rest.begin(), rest.end(), printable); bad != rest.end())
      return at_ += static_cast<std::size_t>(bad - rest.begin()), wrong("a character that no text has");
    entry.reason = rest;
    return true;
  }

  std::string_view line_;
  std::size_t at_ = 0;
  std::string error_;
};

// "stats" also covers "stats.hits" and "stats[3]".
bool covers_variable(const std::string& pattern, const std::string& variable) {
  if (matches(pattern, variable)) return true;
  for (std::size_t i = 1; i < variable.size(); ++i)
    if ((variable[i] == '.' || variable[i] == '[') && matches(pattern, std::string_view(variable).substr(0, i)))
      return true;
  return false;
}

bool covers(const IgnoreEntry& entry, const SourcePosition& position) {
  return matches(entry.pattern, entry.what == IgnoreEntry::What::File ? position.file : position.function);
}

// Trusted code includes what it calls; a race entry is about the line that the report shows.
bool covers(const IgnoreEntry& entry, const AccessReport& access) {
  if (covers(entry, access.position)) return true;
  auto any = [&](const std::vector<SourcePosition>& frames) {
    return std::any_of(frames.begin(), frames.end(), [&](const SourcePosition& f) { return covers(entry, f); });
  };
  return entry.kind == IgnoreEntry::Kind::Trust && (any(access.calls) || any(access.callers));
}

const char* name_of(IgnoreEntry::What what) {
  return what == IgnoreEntry::What::Variable ? "variable" : what == IgnoreEntry::What::Function ? "function" : "file";
}

}  // namespace

IgnoreReading parse_ignore(std::string_view text) {
  IgnoreReading reading;
  unsigned number = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    at = end + 1;
    ++number;
    LineParser parser(line);
    if (parser.is_blank()) continue;
    IgnoreEntry entry;
    entry.line = number;
    if (!parser.run(entry)) return {{}, number, parser.column(), parser.error()};
    if (reading.entries.size() == kMostEntries) return {{}, number, 1, "too many entries"};
    reading.entries.push_back(std::move(entry));
  }
  return reading;
}

std::string to_text(const IgnoreEntry& entry) {
  return fmt::format("{} {} {} because {}", entry.kind == IgnoreEntry::Kind::Race ? "race" : "trust",
                     name_of(entry.what), quoted(entry.pattern), entry.reason);
}

// The usual two-pointer walk: back to the last `*` when the rest does not fit.
bool matches(std::string_view pattern, std::string_view name) {
  std::size_t p = 0, n = 0, star = std::string_view::npos, retry = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      retry = n;
    } else if (p < pattern.size() && pattern[p] == name[n]) {
      ++p, ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++retry;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

std::optional<std::size_t> matching(const std::vector<IgnoreEntry>& entries, const Bug& race) {
  if (race.kind != BugKind::Race && race.kind != BugKind::Discipline) return std::nullopt;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const IgnoreEntry& entry = entries[i];
    const bool covered = entry.what == IgnoreEntry::What::Variable
                             ? covers_variable(entry.pattern, race.variable)
                             : std::any_of(race.accesses.begin(), race.accesses.end(),
                                           [&](const AccessReport& access) { return covers(entry, access); });
    if (covered) return i;
  }
  return std::nullopt;
}

std::optional<std::size_t> trusted_call(const std::vector<IgnoreEntry>& entries, std::string_view function) {
  for (std::size_t i = 0; i < entries.size(); ++i)
    if (entries[i].kind == IgnoreEntry::Kind::Trust && entries[i].what == IgnoreEntry::What::Function &&
        matches(entries[i].pattern, function))
      return i;
  return std::nullopt;
}

std::string suggested_entry(const Bug& race) {
  IgnoreEntry entry;
  entry.pattern = race.variable;
  entry.reason = "(say why it does no harm)";
  // A block is named after the line that allocates it: the next edit would make the entry useless.
  if (race.variable.empty() || race.variable.starts_with("heap ") || race.variable.starts_with("address ") ||
      race.variable.starts_with("stack of ")) {
    entry.what = IgnoreEntry::What::Function;
    entry.pattern = race.position.function;
  }
  return to_text(entry);
}

}  // namespace heddle
