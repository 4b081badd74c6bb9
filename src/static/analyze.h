// heddle analyze: from compiled units to races and deadlocks, without running anything. Start here.
//
//   1. link (frontend), our versions of library functions (ir), normalise      IR that is easy to read
//   2. PointsTo                    pointers, callees, threads
//   3. Multiplicity                what exists once
//   4. AccessTable, LockTable      shared memory, locks
//   5. FlowBuilder                 a program of locks (locks/program.h)
//   6. locks::Analysis             what can happen in it
//   7. describe                    in the words of the source
//
// What is not understood (a Gap) never makes a proof: it is a limit of the result.
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "frontend/compile.h"
#include "model/analysis.h"

namespace heddle {

// A line of the source, or everything in a function.
struct SourceLine {
  std::string file;
  unsigned line = 0;
  std::string function = {};
};

struct LtlQuestion {
  std::string formula;  // locks/formula.h; atoms label(TEXT), line(FILE:LINE), function(F), held(LOCK)
  std::string thread;   // its entry function, or its name in reports
};

struct AnalyzeRequest {
  std::vector<Bitcode> units;
  std::vector<std::string> entries;  // functions that any number of threads may call; empty: the program has a main
  bool races = true, deadlocks = true;
  std::optional<std::pair<SourceLine, SourceLine>> reach;
  std::optional<LtlQuestion> ltl;
};

AnalysisResult analyze(AnalyzeRequest request);

}  // namespace heddle
