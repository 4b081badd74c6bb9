// Compiles a file of programs once and runs every configuration on every program.
//
// An image is loaded in a process of its own (addresses are fixed, so one image a process, and the two visibilities
// need two images). That process forks workers which run the programs one after the other; if a worker dies or hangs,
// the program it was at gets the blame and a fresh worker goes on after it.
#pragma once
#include <map>
#include <span>
#include <string>
#include <vector>

#include "findings.h"

namespace heddle::oracle {

// Where the programs of a batch may keep what is none of their business, such as the handles of their threads: outside
// their memory, so that using it is no access. Going back does not undo what is written there, so a handle must be the
// same in every execution, and what a thread has seen is written at its end and read only if it has ended.
inline constexpr unsigned long kHandlePage = 0x5000'0000'0000;

// The end of the file: a main function that runs program_<number>() for the number in argv[1].
std::string choosing_main(std::size_t programs);

struct ProgramResult {
  std::map<std::string, Findings> findings;  // by name of the configuration; without "truth" the program was not run
  std::string crash;                         // which configuration killed its worker, and how

  const Findings& truth() const { return findings.at(kTruth.name); }
  // Brute force came to an end.
  bool comparable() const { return crash.empty() && findings.contains(kTruth.name) && truth().exhausted; }
  // The first configuration that is wrong, and how; empty: none. "crash" and "truth" count as configurations.
  struct Disagreement {
    std::string configuration, what;
  };
  Disagreement disagreement(bool lenient) const;
};

struct BatchRequest {
  std::string file;
  std::vector<std::string> flags = {};  // for the compiler
  unsigned programs = 0;                // 0: the file is one program without arguments
  bool every_configuration = false;     // or only a sample of the expensive ones
  std::uint64_t transitions = 200'000;  // brute force gives up after so many
  unsigned seconds = 120;               // for one configuration
  std::span<const Configuration> configurations = {};  // these, without brute force, `transitions` each
};

struct BatchResult {
  std::vector<ProgramResult> programs;
  std::string error;  // the file does not compile or load
};

BatchResult run_batch(const BatchRequest& request);

}  // namespace heddle::oracle
