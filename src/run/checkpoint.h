// The file of --checkpoint and --resume, kept by the process that reports: it knows the bugs, and lives on when the
// exploring process dies.
#pragma once
#include <string>

#include "run/verdict.h"
#include "model/image.h"
#include "report/checkpoint.h"

namespace heddle::run {

// What a run needs of its checkpoint file. The error is one line for the user; empty: it fits.
struct Resumption {
  std::optional<CheckpointFile> file;
  std::string error;
};
Resumption read_checkpoint(const std::string& path, const CheckOptions& options, const Image& image);

// Writes it whole, or not at all. Empty, or why not.
std::string write_checkpoint(const std::string& path, const CheckOptions& options, const Image& image,
                             const Findings& findings, std::optional<Checkpoint> state);

}  // namespace heddle::run
