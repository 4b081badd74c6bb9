#include "run/checkpoint.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "report/options_text.h"
#include "report/replay_file.h"
#include "support/files.h"

namespace heddle::run {
namespace {

constexpr std::size_t kLargest = std::size_t{4} << 30;  // a path of a million states has some hundred megabytes

}  // namespace

Resumption read_checkpoint(const std::string& path, const CheckOptions& options, const Image& image) {
  const auto no = [&](std::string why) { return Resumption{std::nullopt, fmt::format("{}: error: {}", path, why)}; };
  const FileText text = read_text(path, kLargest);
  if (!text.error.empty()) return no(text.error);
  CheckpointReading reading = parse_checkpoint(text.text);
  if (!reading.file)
    return {std::nullopt, fmt::format("{}:{}: error: {}", path, reading.line, reading.error)};
  CheckpointFile& file = *reading.file;
  if (file.version != HEDDLE_VERSION)
    return no(fmt::format("written by version {}, and this is {}", file.version, HEDDLE_VERSION));
  if (file.program_hash != image.hash) return no("of another program, or this one has changed since");
  if (const std::string now = explored_options(options); file.options != now)
    return no(fmt::format("written with other options: {} (now: {})", file.options, now));
  return {std::move(file), {}};
}

std::string write_checkpoint(const std::string& path, const CheckOptions& options, const Image& image,
                             const Findings& findings, std::optional<Checkpoint> state) {
  CheckpointFile file;
  file.version = HEDDLE_VERSION;
  file.program_hash = image.hash;
  file.options = explored_options(options);
  file.bugs = findings.bugs;
  if (state)
    file.state = std::move(state);
  else
    file.finished = findings.exploration;
  if (write_file_atomically(path, to_text(file))) return {};
  return errno == 0 ? "it cannot be written" : std::strerror(errno);
}

}  // namespace heddle::run
