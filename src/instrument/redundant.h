// Hooks that cannot make a difference, found after the hooks are in.
#pragma once
#include <functional>
#include <optional>

#include "instrument/hook_set.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"

namespace heddle {

// Marks the functions that neither synchronise nor leave the module nor may run forever: passing through them leaves
// the thread in the same segment. `forwarded`: external functions that are known to be harmless; they may set errno,
// and another mark says so of all that call them. Marks are attributes of the function, because the optimiser replaces
// functions and keeps attributes.
void mark_quiet_functions(llvm::Module& module, const std::function<bool(llvm::StringRef)>& forwarded);

// What an instruction does to the accesses of its segment.
enum class Effect : std::uint8_t {
  None,
  Access,      // the hook of an access
  Slot,        // a stack slot begins or ends
  SetsErrno,   // stays in the segment, but an access to errno afterwards is another one: see may_be_errno
  EndsWrites,  // a back edge of a loop that makes progress
  EndsAll,     // synchronises, leaves the module, or may spin
};
Effect effect_of(const llvm::Instruction& instruction);
// Whether an access of this size (none: unknown) may be one to errno. A hook there is what takes over the number that
// native code has set (machine/error_numbers.h).
bool may_be_errno(const llvm::Value* object, std::optional<std::uint64_t> size);

// Removes access hooks that an earlier one covers (redundant.cpp). Returns how many.
unsigned drop_covered_hooks(llvm::Function& function);

// One hook before a loop for what it does in each round (loop_ranges.cpp). Returns how many hooks left loops.
unsigned hoist_hooks(llvm::Function& function, llvm::LoopInfo& loops, llvm::ScalarEvolution& evolution,
                     llvm::DominatorTree& dominators);
// Marks back edges of loops that turn out to make progress after inlining (loop_hooks.cpp).
void mark_progress(llvm::Function& function, llvm::LoopInfo& loops, llvm::ScalarEvolution& evolution,
                   llvm::DominatorTree& dominators);

// Removes hooks on stack slots that inlining has made private (private_hooks.cpp). Returns how many.
unsigned drop_private_hooks(llvm::Function& function);

}  // namespace heddle
