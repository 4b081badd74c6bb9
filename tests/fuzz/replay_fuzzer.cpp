// parse_replay: no input may break it, and what it accepts is written and read again without a change.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "report/replay_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto reading = heddle::parse_replay(std::string_view(reinterpret_cast<const char*>(data), size));
  if (reading.file.has_value() != reading.error.empty()) std::abort();
  if (!reading.file || reading.file->schedule.size() > 100'000) return 0;
  const std::string text = heddle::to_text(*reading.file);
  const auto again = heddle::parse_replay(text);
  if (!again.file || heddle::to_text(*again.file) != text) std::abort();
  if (again.file->schedule != reading.file->schedule || again.file->files != reading.file->files ||
      again.file->sources != reading.file->sources ||
      again.file->options.ignore.size() != reading.file->options.ignore.size() ||
      again.file->steps.of_step != reading.file->steps.of_step)
    std::abort();
  return 0;
}
