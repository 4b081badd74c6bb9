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

// How the program is to be loaded.
struct LoadSettings {
  // All: keep every hook, also those that a search which switches at synchronisation operations only could do without.
  Visibility visible = Visibility::Sync;
  bool optimise = true;  // false: with every variable in memory, for a debugger
  bool debugger = false;
  bool flows = false;            // find out what becomes of values that the program reads
  bool compares_states = false;  // hooks of accesses are slower, and states with accesses in them canonical
  bool color = false;
  bool progress = false;  // a line on standard error that says what is being done
};

// `processes`: several programs, each with files of its own (then `files` are all of them together); `flags` are for
// all.
Prepared prepare(const std::vector<std::string>& files, const std::vector<std::string>& flags, LoadSettings settings,
                 const std::vector<std::string>& processes = {});

// What stands beside the executable, as installed and as built: the first of these places below its directory that
// holds `name`, or nothing.
std::string beside_executable(const std::string& name, std::initializer_list<const char*> places);

// Of compiled bitcode; empty: there is none.
std::string cache_directory();
// The compiler flags by which programs find heddle.h.
std::vector<std::string> header_flags();

// Starts this process again without address-space randomisation, so that libraries lie at the same addresses in check
// and replay. Returns if that is already so or not possible.
void fix_addresses(char** argv);

}  // namespace heddle::cli
