// A search that was stopped, or that may be at any moment, as a file with which another run goes on (check --resume):
//
//   heddle-checkpoint 2
//   version 0.1.0                      of the tool
//   program 93d0c1a2b4e5f607           hash of the bitcode
//   options "..."                      those that decide what is explored
//   stored 40960 8f3a...               what the search has stored of states, in pieces: how many bytes, and their hash;
//   <bytes>                            then these (to_bytes, wire.h) and the end of the line
//   bug {...}                          found so far; one line each, in the form of wire.h
//   state {...}                        where the search stands; or, if it has come to its end,
//   finished {...}                     how it ended
//   end
//
// It is written under another name and then renamed, so that a kill at any time leaves the one before. What is stored
// may be as large as memory: it is written piece by piece as it comes (run/checkpoint.h), and read from a mapping.
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
  std::vector<std::string_view> stored;  // pieces, in the text that was parsed
  std::vector<Bug> bugs;
  std::optional<Checkpoint> state;
  std::optional<Exploration> finished;
};

struct CheckpointReading {
  std::optional<CheckpointFile> file;
  unsigned line = 0;  // of the error; 0: the file as a whole
  std::string error;
};

// The parts of the file: up to what is stored; a piece of that; the rest.
std::string checkpoint_head(const CheckpointFile& file);
std::string checkpoint_piece(const Stored& stored);
std::string checkpoint_rest(const CheckpointFile& file);
CheckpointReading parse_checkpoint(std::string_view text);

}  // namespace heddle
