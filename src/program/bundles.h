// The parts of a program that other programs have as well. What belongs to a test framework (framework.h), with the
// standard library's functions that it calls, leaves the program's module in bundles: one for each class, one for each
// function template and each function outside of classes. A bundle is bitcode that says nothing about the rest of the
// program, so that the object code made of it can be kept under a hash of that bitcode (parts.h) and is right for every
// program that has the same bundle:
//
//   functions and variables outside of it    are named, and resolved by the loader
//   sites, variables, external calls         are "the first of this function plus n" (instrument/numbers.h)
//   debug information                        is lines and names only (instrument/lean_debug_info.h)
//   what depends on the whole program        is in the bitcode: hooks, and attributes of the functions that it calls
//
// A bundle also holds copies of the small functions that its own call. The user's functions stay in the module, and are
// optimised there together with copies of what they call of the standard library. A function whose address is taken has
// one place.
#pragma once
#include <llvm/IR/Module.h>

#include <string>
#include <vector>

#include "instrument/numbers.h"

namespace heddle::program {

struct Bundle {
  std::string name;  // of the class or function
  std::string bitcode;
};

// Call between hook_program and finish_module. None: the program has nothing of the kind, and is as it was.
std::vector<Bundle> take_bundles(llvm::Module& module, Instrumentation& instrumentation, NumberBases& numbers);

// A declaration that stands for something inside the program, in a bundle or in what is left of the module.
bool is_inside(const llvm::Function& declaration);

}  // namespace heddle::program
