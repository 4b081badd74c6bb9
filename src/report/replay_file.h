// The replay file: everything that determines one execution, as small text that can be mailed and diffed.
//
//   heddle-replay 1
//   program 93d0c1a2b4e5f607            hash of the bitcode: tells whether the program changed since
//   file "a.c"                          in the order of the command line; flag, argument: likewise
//   visible sync
//   detector vector-clock
//   property race                       one line each
//   source "a.c" 2f1c...                hash of its text: tells which files changed; headers with code too
//   ignore "race variable ..."          entries of --ignore; visible-bytes: scheduling points because of them
//   initialiser "initialised variable ..."  of locking-discipline, from --classes
//   bug race 5d1c09f2aa310b77           what to expect at the end: kind and id
//   thread "main/1"                     ThreadNames in ThreadId order, main left out
//   schedule 31                         number of steps, then runs: thread[:choice][*repetitions]
//     0*3 1 2:1*4 ...
//   operation "lock m" "worker" "a.c:12"    what a step did: numbered from 0 in this order
//   operations                          then for each step its number
//     0*3 1 2*4 ...
//   end
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/options.h"
#include "model/round.h"
#include "model/schedule.h"

namespace heddle {

struct SourceHash {
  std::string path;
  std::uint64_t hash = 0;
  friend bool operator==(const SourceHash&, const SourceHash&) = default;
};

struct ReplayFile {
  std::uint64_t program_hash = 0;
  std::vector<std::string> files;
  std::vector<std::string> flags;  // for the compiler
  CheckOptions options;            // those that decide how an execution goes (options_text.h); the others are unknown
  Round round;                     // visible bytes and bounded loops
  std::vector<SourceHash> sources;
  BugKind kind = BugKind::Race;
  std::string id;
  std::vector<std::string> thread_names;  // main first
  Schedule schedule;
  StepPlaces steps;  // empty in a file of an older version, and for very long schedules
};

struct ReplayReading {
  std::optional<ReplayFile> file;
  unsigned line = 0;  // of the error; 0: the file as a whole
  std::string error;
};

std::string to_text(const ReplayFile& file);
ReplayReading parse_replay(std::string_view text);

// A whole text file, unless it is larger than anything that somebody meant to be read.
inline constexpr std::size_t kLargestText = std::size_t{32} << 20;
struct FileText {
  std::string text;
  std::string error;  // empty: none
};
FileText read_text(const std::string& path, std::size_t largest = kLargestText);

ReplayReading read_replay_file(const std::string& path);
// 0: it cannot be read.
std::uint64_t hash_of_file(const std::string& path);
// Empty, or why the file could not be written.
std::string write_replay_file(const std::string& path, const ReplayFile& file);

}  // namespace heddle
