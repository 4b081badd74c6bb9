#include "run/checkpoint.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "report/options_text.h"

namespace heddle::run {
Resumption read_checkpoint(const std::string& path, const CheckOptions& options, const Image& image) {
  const auto no = [&](std::string why) {
    return Resumption{{}, std::nullopt, fmt::format("{}: error: {}", path, why)};
  };
  auto mapping = std::make_shared<const MappedFile>(path);
  if (mapping->error() != 0) return no(fmt::format("cannot open: {}", std::strerror(mapping->error())));
  CheckpointReading reading = parse_checkpoint(mapping->text());
  if (!reading.file) return {{}, std::nullopt, fmt::format("{}:{}: error: {}", path, reading.line, reading.error)};
  CheckpointFile& file = *reading.file;
  if (file.version != HEDDLE_VERSION)
    return no(fmt::format("written by version {}, and this is {}", file.version, HEDDLE_VERSION));
  if (file.program_hash != image.hash) return no("of another program, or this one has changed since");
  if (const std::string now = explored_options(options); file.options != now)
    return no(fmt::format("written with other options: {} (now: {})", file.options, now));
  return {std::move(mapping), std::move(file), {}};
}

CheckpointWriter::CheckpointWriter(std::string path, const CheckOptions& options, const Image& image)
    : path_(std::move(path)) {
  file_.version = HEDDLE_VERSION;
  file_.program_hash = image.hash;
  file_.options = explored_options(options);
}

void CheckpointWriter::begin() {
  if (new_ != nullptr) return;
  new_ = std::make_unique<NewFile>(path_);
  new_->write(checkpoint_head(file_));
}

void CheckpointWriter::add(const Stored& piece) {
  begin();
  new_->write(checkpoint_piece(piece));
}

std::string CheckpointWriter::finish(const Findings& findings, std::optional<Checkpoint> state) {
  if (!state) new_.reset();  // where it stood does not matter any more
  errno = 0;
  begin();
  file_.bugs = findings.bugs;
  file_.finished = state ? std::nullopt : findings.exploration;
  file_.state = std::move(state);
  const bool good = new_->write(checkpoint_rest(file_)) && new_->commit();
  const int why = errno;
  new_.reset();
  file_.state.reset();
  return good ? "" : why == 0 ? "it cannot be written" : std::strerror(why);
}

}  // namespace heddle::run
