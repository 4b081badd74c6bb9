// parse_ignore: no input may break it; an error has a place; an entry is written and read again without a change,
// covers what it names literally, and always has a reason.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "model/ignore.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto reading = heddle::parse_ignore(std::string_view(reinterpret_cast<const char*>(data), size));
  if (!reading.error.empty() && (reading.line == 0 || reading.column == 0 || !reading.entries.empty())) std::abort();
  for (const heddle::IgnoreEntry& entry : reading.entries) {
    if (entry.reason.empty() || entry.pattern.empty() || entry.line == 0) std::abort();
    auto again = heddle::parse_ignore(heddle::to_text(entry));
    if (again.entries.size() != 1) std::abort();
    again.entries[0].line = entry.line;
    if (again.entries[0] != entry) std::abort();
    if (!heddle::matches(entry.pattern, entry.pattern)) std::abort();
  }
  return 0;
}
