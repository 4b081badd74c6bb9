// The replay file: everything that determines one execution, as small text that can be mailed and diffed.
//
//   heddle-replay 1
//   program 93d0c1a2b4e5f607            hash of the bitcode: tells whether the program changed since
//   file "a.c"                          in the order of the command line; flag, argument: likewise
//   visible sync
//   detector vector-clock
//   property race                       one line each
//   bug race 5d1c09f2aa310b77           what to expect at the end: kind and id
//   thread "main/1"                     ThreadNames in ThreadId order, main left out
//   schedule 31                         number of steps, then runs: thread[:choice][*repetitions]
//     0*3 1 2:1*4 ...
//   end
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/options.h"
#include "model/schedule.h"

namespace heddle {

struct ReplayFile {
  std::uint64_t program_hash = 0;
  std::vector<std::string> files;
  std::vector<std::string> flags;      // for the compiler
  std::vector<std::string> arguments;  // of the program
  Visibility visible = Visibility::Sync;
  std::string detector = "vector-clock";
  std::string stdin_file;
  bool spurious_wakeups = false;
  bool keep_going = false;  // earlier races of this execution were passed over
  bool strict = false;
  std::vector<BugKind> properties = CheckOptions{}.properties;  // decide which failures end an execution
  BugKind kind = BugKind::Race;
  std::string id;
  std::vector<std::string> thread_names;  // main first
  Schedule schedule;
};

struct ReplayReading {
  std::optional<ReplayFile> file;
  unsigned line = 0;  // of the error; 0: the file as a whole
  std::string error;
};

std::string to_text(const ReplayFile& file);
ReplayReading parse_replay(std::string_view text);

ReplayReading read_replay_file(const std::string& path);
// Empty, or why the file could not be written.
std::string write_replay_file(const std::string& path, const ReplayFile& file);

}  // namespace heddle
