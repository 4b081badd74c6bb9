// A program between compiler and loader: the object file and what the instrumentation found out, plain data both. The
// same units give the same, so it is kept in the cache beside their bitcode: another search on the same program, and
// every replay, starts without LLVM's optimiser.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "instrument/instrument.h"
#include "instrument/numbers.h"
#include "program/load.h"
#include "program/source_names.h"

namespace heddle::program {

struct Compiled {
  std::vector<std::string> objects;  // relocatable ELF: the program's own, then what was compiled apart (bundles.h)
  NumberBases numbers;               // what symbols of the latter stand for
  Instrumentation instrumentation;
  SourceNames names;
  bool uses_scopes = false;  // see Image
  bool benign_races = false;
  bool runs_google_test = false, runs_catch = false;
};

// What holds the hooks, the symbol policy, our versions of library functions and the optimiser: a rebuilt tool is another.
std::string tool_identity();

// Of all that decides the answer: this tool, its LLVM, the units, the settings. Empty without a cache.
std::string compiled_key(const LoadRequest& request);

std::optional<Compiled> load_compiled(const LoadRequest& request, const std::string& key);
void store_compiled(const LoadRequest& request, const std::string& key, Compiled& compiled);

}  // namespace heddle::program
