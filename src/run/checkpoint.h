// The file of --checkpoint and --resume, kept by the process that reports: it knows the bugs, and lives on when the
// exploring process dies.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "model/image.h"
#include "report/checkpoint.h"
#include "run/verdict.h"
#include "support/files.h"

namespace heddle::run {

// What a run needs of its checkpoint file. The error is one line for the user; empty: it fits.
struct Resumption {
  std::shared_ptr<const MappedFile> mapping;  // of what is stored
  std::optional<CheckpointFile> file;
  std::string error;
};
Resumption read_checkpoint(const std::string& path, const CheckOptions& options, const Image& image);

// Writes the file, again and again: first what is stored, as it comes from the exploring process, then the rest. What
// is there under its name is always whole.
class CheckpointWriter {
 public:
  CheckpointWriter(std::string path, const CheckOptions& options, const Image& image);

  void add(const Stored& piece);
  // No state: the search has come to its end. Empty, or why it could not be written.
  std::string finish(const Findings& findings, std::optional<Checkpoint> state);

 private:
  void begin();

  const std::string path_;
  CheckpointFile file_;
  std::unique_ptr<NewFile> new_;
};

}  // namespace heddle::run
