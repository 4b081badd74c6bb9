// First stage: the linked module in a form that the analysis reads well. No access of the source is merged with another
// one, moved or invented: what runs is the always-inliner, the promotion of stack slots that nobody else can see, the
// propagation of constants, and the inliner of inlining.cpp. Every copy of an instruction keeps its place in the
// source.
//
//   normalise        the stages in order
//   lower            library constructs with several effects become calls of a few names that library.cpp knows:
//                    heddle.create (std::thread), heddle.wait (std::condition_variable), heddle.lock_all (std::lock),
//                    heddle.once (std::call_once) and heddle.join (the thread of std::async), both in futures.cpp;
//                    results of locks are 0; std::call_once calls what it was given; heddle.start is constructors, main
//                    and what runs at the end
//   inline_small     guards, wrappers of locks and allocators, small functions (inlining.cpp)
//   mark_join_loops  behind loops that join every thread of a container (join_loops.cpp)
//   unroll_thread_loops   loops with a known number of rounds that create or join threads, so that each thread has a
//   name
#pragma once
#include <string>
#include <vector>

#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "static/analyze.h"

namespace heddle::analysis {

inline constexpr const char* kStart = "heddle.start";
inline constexpr const char* kThreadEndHandlers = "heddle.thread_end_handlers";
inline constexpr const char* kExitHandlers = "heddle.exit_handlers";
inline constexpr const char* kCreate = "heddle.create";
inline constexpr const char* kThreadGone = "heddle.thread_gone";
inline constexpr const char* kJoinedAll = "heddle.joined_all";
inline constexpr const char* kPoint = "heddle.point";
inline constexpr const char* kOutsideMemory = "heddle.memory";
inline constexpr const char* kLockAll = "heddle.lock_all";
inline constexpr const char* kOnce = "heddle.once";
inline constexpr const char* kJoin = "heddle.join";

// What std::exception_ptr is made of.
inline bool handles_exceptions(llvm::StringRef name) {
  return name == "_ZSt17current_exceptionv" || name.starts_with("_ZSt17rethrow_exceptionN") ||
         name.starts_with("_ZNSt15__exception_ptr13exception_ptr");
}

struct Normalised {
  std::vector<std::string> assumptions;
  bool locks_may_fail = false;  // there are error-checking mutexes
};

// Without main only what `entries` (names of functions) reach is kept. Instructions of the `points` are marked.
Normalised normalise(llvm::Module& module, const std::vector<llvm::Function*>& entries,
                     const std::vector<SourceLine>& points);

// Does any variable begin with this number in this field of a structure of the library?
bool any_initialiser_has(const llvm::Module& module, llvm::StringRef structure, unsigned field, std::uint64_t wanted);

// points.cpp
void mark_points(llvm::Module& module, const std::vector<SourceLine>& points);

// heddle.start and heddle.finish (program_start.cpp).
void define_start(llvm::Module& module, const std::vector<llvm::Function*>& entries);
void inline_small(llvm::Module& module);
bool is_of_library(llvm::StringRef name);  // a template or inline function of the standard library (inlining.cpp)
void unroll_thread_loops(llvm::Module& module);
void mark_join_loops(llvm::Module& module);          // join_loops.cpp
void resolve_member_pointers(llvm::Module& module);  // member_pointers.cpp
// Runs a pipeline given as text.
void run_passes(llvm::Module& module, llvm::StringRef text);
// What the call returns is this instead; an invoke keeps its edges, as a branch to where the call returns.
void replace_call(llvm::CallBase& call, llvm::Value* result);
void lower_futures(llvm::Module& module);  // futures.cpp

// Of every direct call of a function.
template <class Use>
void each_call(llvm::Module& module, llvm::StringRef name, Use use) {
  llvm::Function* callee = module.getFunction(name);
  if (callee == nullptr) return;
  for (llvm::User* user : llvm::make_early_inc_range(callee->users()))
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(user); call != nullptr && call->getCalledOperand() == callee)
      use(*call);
}

}  // namespace heddle::analysis
