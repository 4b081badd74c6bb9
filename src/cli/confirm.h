// heddle analyze --confirm: candidates of the static analysis as questions to check's search.
//
//   search_program   one run of check, without its report (check.cpp)
//   confirm          what it says about each candidate:
//                      confirmed   a bug at the candidate's lines was found, on memory that its accesses may have in
//                                  common or with its locks; it can be replayed
//                      refuted     everything was covered, no execution ended with a bug, no race on any of that memory
//                      otherwise the candidate stays what it was
//
// A refutation speaks of the program with this input and these arguments.
#pragma once
#include <string>

#include "cli/settings.h"
#include "model/analysis.h"

namespace heddle::cli {

struct SearchRun {
  Result result;
  std::string error;  // whole lines; empty: it ran
};
SearchRun search_program(const Settings& settings);

// Empty, or why the program cannot be run.
std::string confirm(AnalysisResult& analysis, const Settings& settings);

}  // namespace heddle::cli
