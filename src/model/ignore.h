// What the user has looked at and accepts: benign races and trusted code, one entry a line, each with a reason.
//
//   # comment
//   race variable "hits" because the statistics need not be exact
//   race function "Cache::peek" because a stale value only costs a second lookup
//   race file "vendor/*" because reported upstream
//   trust function "log_*" because it formats into a buffer of its own
//   trust file "vendor/*" because tested by its authors
//
//   parse_ignore   the whole file, or where it is wrong
//   matching       the entry that covers a race, if there is one
//   trusted_call   the entry that covers a call of a function that nobody controls
//
// An entry says what is not reported. It never says what is not explored: the bytes of an ignored race become
// scheduling points (Round::visible), so that a verdict stays one about every interleaving.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/ids.h"

namespace heddle {

struct Bug;

struct IgnoreEntry {
  enum class Kind : std::uint8_t { Race, Trust };
  enum class What : std::uint8_t { Variable, Function, File };
  Kind kind = Kind::Race;
  What what = What::Variable;
  std::string pattern;  // `*` stands for any characters
  std::string reason;
  unsigned line = 0;  // in its file
  friend bool operator==(const IgnoreEntry&, const IgnoreEntry&) = default;
};

struct IgnoreReading {
  std::vector<IgnoreEntry> entries;
  unsigned line = 0, column = 0;  // of the error
  std::string error;              // empty: none
};

IgnoreReading parse_ignore(std::string_view text);
std::string to_text(const IgnoreEntry& entry);  // one line without its end, as parse_ignore reads it

// Does the pattern stand for the whole name?
bool matches(std::string_view pattern, std::string_view name);

// Index of the first entry that covers this race.
std::optional<std::size_t> matching(const std::vector<IgnoreEntry>& entries, const Bug& race);
std::optional<std::size_t> trusted_call(const std::vector<IgnoreEntry>& entries, std::string_view function);

// The entry that would cover this race, with a reason to be filled in.
std::string suggested_entry(const Bug& race);

struct ByteRange {
  Address begin = 0;
  std::uint64_t size = 0;
  friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

}  // namespace heddle
