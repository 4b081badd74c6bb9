// heddle replay --step: walks the interleaving of a replayed execution, one row after another.
#pragma once
#include <cstdio>
#include <string>
#include <vector>

#include "model/bug.h"

namespace heddle::cli {

struct Walkthrough {
  std::vector<InterleavingRow> rows;
  std::vector<std::string> thread_names;
  std::string end;  // what happens after the last row: the bug, or where the replay diverged
};

// Where a command leads: the row to show next, counted from 0; `rows` is the end. Negative: no such row; the text of
// the answer says what is wrong, or is the help.
struct StepAnswer {
  std::size_t at = 0;
  bool quit = false;
  std::string text;  // to print instead of a row
};
StepAnswer answer_step(const std::string& command, std::size_t at, std::size_t rows);

std::string step_text(const Walkthrough& walk, std::size_t at);

// Reads commands until the end of input or `q`. A prompt is printed only on a terminal.
void walk_steps(const Walkthrough& walk, std::FILE* in, std::FILE* out, bool terminal);

}  // namespace heddle::cli
