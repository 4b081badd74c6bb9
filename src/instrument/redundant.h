// Hooks that cannot make a difference, found after the hooks are in. Both passes only remove calls of hooks.
#pragma once
#include <functional>

#include "instrument/hook_set.h"
#include "llvm/IR/Function.h"

namespace heddle {

// Marks the functions that neither synchronise nor leave the module nor may run for ever: passing through them leaves
// the thread in the same segment. `forwarded`: external functions that are known to be harmless. The mark is an
// attribute of the function, because the optimiser replaces functions and keeps attributes.
void mark_quiet_functions(llvm::Module& module, const std::function<bool(llvm::StringRef)>& forwarded);

// Removes access hooks that an earlier one covers (redundant.cpp). Returns how many.
unsigned drop_covered_hooks(llvm::Function& function);

// Removes hooks on stack slots that inlining has made private (private_hooks.cpp). Returns how many.
unsigned drop_private_hooks(llvm::Function& function);

}  // namespace heddle
