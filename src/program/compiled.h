// A program between compiler and loader: the object file and what the instrumentation found out, plain data both. The
// same units give the same, so it is kept in the cache beside their bitcode: another search on the same program, and
// every replay, starts without LLVM's optimiser.
#pragma once
#include <optional>
#include <string>

#include "instrument/instrument.h"
#include "program/load.h"
#include "program/source_names.h"

namespace heddle::program {

struct Compiled {
  std::string object;  // relocatable ELF
  Instrumentation instrumentation;
  SourceNames names;
  bool uses_scopes = false;  // see Image
  bool benign_races = false;
};

// Of all that decides the answer: this tool, its LLVM, the units, the settings. Empty without a cache.
std::string compiled_key(const LoadRequest& request);

std::optional<Compiled> load_compiled(const LoadRequest& request, const std::string& key);
void store_compiled(const LoadRequest& request, const std::string& key, Compiled& compiled);

}  // namespace heddle::program
