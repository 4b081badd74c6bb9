// Bitcode in, a program that can be run in this process out.
//
//   link the units and our own versions of library functions (library_bitcode.h)
//   insert the hooks (instrument/instrument.h)
//   take out what belongs to a test framework, to be compiled apart (bundles.h, parts.h)
//   optimise (instrument/instrument.h)
//   give every outside name its meaning (rename.h, resolver.h)
//   compile (codegen.h)
//   (so far the same for the same bitcode: kept in the cache, compiled.h)
//   place at fixed addresses, relocate, register unwind tables (image_memory.h)
//   describe the result as model/image.h wants it (symboliser.h)
//
// Nothing of LLVM shows in this header. One program at a time: its addresses are fixed.
//
// The object is loaded with RuntimeDyld directly. ORC adds lazy and concurrent compilation and lookup across libraries
// on top of it; here everything is compiled at once, and there is one table of names.
#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "frontend/compile.h"
#include "model/image.h"
#include "model/options.h"
#include "model/symbol_policy.h"

namespace heddle {

struct ProcessUnits {
  std::string name;
  std::vector<Bitcode> units;
};

struct LoadRequest {
  std::vector<Bitcode> units;
  // Several processes (then `units` is empty): each is compiled and linked by itself, and placed behind the one before.
  std::vector<ProcessUnits> processes;
  bool among_processes = false;  // `units` are those of one of them, and this stands for those before it:
  std::string compiled_before;
  Visibility visible = Visibility::Sync;
  bool optimise = true;
  bool flows = false;                      // Image::flows is wanted
  bool keep_locals = false;                // in memory, for a debugger
  bool debugger = false;                   // tell an attached gdb about the code
  std::vector<std::string> libraries;      // shared libraries that the user named with -l
  std::string cache_directory;             // empty: nothing is kept
  std::span<const RuntimeSymbol> runtime;  // hooks, modelled and intercepted functions
};

class LoadedProgram {
 public:
  class Parts;
  explicit LoadedProgram(std::unique_ptr<Parts> parts);
  ~LoadedProgram();  // unmaps the program

  const Image& image() const;

 private:
  std::unique_ptr<Parts> parts_;
};

struct LoadResult {
  std::unique_ptr<LoadedProgram> program;
  std::string error;  // whole lines for the user, if there is no program
};

LoadResult load_program(LoadRequest request);

}  // namespace heddle
