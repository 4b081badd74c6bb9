// First stage: the linked module in a form that the analysis reads well. No access of the source is merged with another
// one, moved or invented: what runs is the always-inliner, the promotion of stack slots that nobody else can see, the
// propagation of constants, and the inliner of inlining.cpp. Every copy of an instruction keeps its place in the
// source.
//
//   normalise        the stages in order
//   lower            library constructs with several effects become calls of a few names that library.cpp knows:
//                    heddle.create (std::thread), heddle.wait (std::condition_variable), heddle.lock_all (std::lock);
//                    results of locks are 0; std::call_once calls what it was given; heddle.start is constructors, main
//                    and what runs at the end
//   inline_small     guards, wrappers of locks and allocators, small functions (inlining.cpp)
//   unroll_thread_loops   loops with a known number of rounds that create or join threads, so that each thread has a
//   name
#pragma once
#include <string>
#include <vector>

#include "llvm/IR/Module.h"

namespace heddle::analysis {

inline constexpr const char* kStart = "heddle.start";
inline constexpr const char* kExitHandlers = "heddle.exit_handlers";
inline constexpr const char* kLockAll = "heddle.lock_all";

struct Normalised {
  std::vector<std::string> assumptions;
  bool locks_may_fail = false;  // there are error-checking mutexes
};

// Without main only what `entries` (names of functions) reach is kept.
Normalised normalise(llvm::Module& module, const std::vector<llvm::Function*>& entries);

void inline_small(llvm::Module& module);
void unroll_thread_loops(llvm::Module& module);
// Runs a pipeline given as text.
void run_passes(llvm::Module& module, llvm::StringRef text);

}  // namespace heddle::analysis
