// What the benchmarks share: a program loaded into this process and explored through the library's interface, as the
// command does it in its child (run/explore.cpp).
//
// Times are processor times, so that a busy machine disturbs a figure less; a wall-clock time says so in its name.
#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "machine/machine.h"
#include "model/bug.h"
#include "model/options.h"
#include "program/load.h"

namespace heddle::bench {

double processor_seconds();  // of this process so far
double wall_seconds();

[[noreturn]] void give_up(const std::string& why);

// Compiles and loads; ends the benchmark with a message if that fails. runtime: empty for the machine's own.
std::unique_ptr<LoadedProgram> load(const std::string& file, const std::vector<std::string>& flags,
                                    std::span<const RuntimeSymbol> runtime = {});

struct Exploration {
  Statistics stats;    // of one run of the search
  double seconds = 0;  // of processor time, of one run
};

// Explores at least once, and again until this many seconds have been measured. A bug or a refusal ends the benchmark.
Exploration explore(const Image& image, const CheckOptions& options, double seconds);

}  // namespace heddle::bench
