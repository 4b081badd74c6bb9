// From source files to a program in memory, the common beginning of check and replay.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "model/options.h"
#include "program/load.h"

namespace heddle::cli {

struct Prepared {
  std::unique_ptr<LoadedProgram> program;
  std::string warnings;
  std::string error;  // whole lines as clang prints them; empty: there is a program
};

Prepared prepare(const std::vector<std::string>& files, const std::vector<std::string>& flags, Visibility visible,
                 bool color);

// Starts this process again without address-space randomisation, so that libraries lie at the same addresses in check
// and replay. Returns if that is already so or not possible.
void fix_addresses(char** argv);

}  // namespace heddle::cli
