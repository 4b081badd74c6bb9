// The options of a check as text. One list names every field of CheckOptions and where it is kept (each_field in
// options_text.cpp): a field that is added does not compile until it has a place there.
//
//   replay_lines       for a replay file: what decides how an execution goes
//   OptionReader       reads these lines
//   explored_options   for a checkpoint: what decides which executions there are, and in which order
#pragma once
#include <string>
#include <string_view>

#include "model/options.h"

namespace heddle {

// Where in a replay file the lines stand; other lines come in between.
enum class ReplayPart { Program, Accepted, Inputs };
std::string replay_lines(const CheckOptions& options, ReplayPart part);

class OptionReader {
 public:
  // Nothing that a file has to list is there unless the file says so.
  explicit OptionReader(CheckOptions& into) : into_(into) { into_.properties.clear(); }

  enum class Taken { Yes, Wrong, Unknown };  // Wrong: error() says why, if it can; Unknown: no line of an option
  Taken take(std::string_view line);
  const std::string& error() const { return error_; }

 private:
  CheckOptions& into_;
  bool has_exit_statuses_ = false;
  std::string error_;
};

// In words. Bounds on executions, transitions, time and memory are not among them: a search that has hit one is gone on
// with by raising it.
std::string explored_options(const CheckOptions& options);

}  // namespace heddle
