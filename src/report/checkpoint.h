// A search that was stopped, or that may be at any moment, as a file with which another run goes on (check --resume):
//
//   heddle-checkpoint 1
//   version 0.1.0                      of the tool
//   program 93d0c1a2b4e5f607           hash of the bitcode
//   options "..."                      those that decide what is explored
//   bug {...}                          found so far; one line each, in the form of wire.h
//   state {...}                        where the search stands; or, if it has come to its end,
//   finished {...}                     how it ended
//   end
//
// It is written whole and then renamed, so that a kill at any time leaves the one before.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "machine/experience.h"
#include "report/wire.h"

namespace heddle {

struct CheckpointFile {
  std::string version;
  std::uint64_t program_hash = 0;
  std::string options;  // explored_options (options_text.h)
  std::vector<Bug> bugs;
  std::optional<Checkpoint> state;
  std::optional<Exploration> finished;
};

struct CheckpointReading {
  std::optional<CheckpointFile> file;
  unsigned line = 0;  // of the error; 0: the file as a whole
  std::string error;
};

std::string to_text(const CheckpointFile& file);
CheckpointReading parse_checkpoint(std::string_view text);

}  // namespace heddle
