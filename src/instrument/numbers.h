// The numbers in instrumented code: sites, variables, external calls, all of them places in a table of the
// Instrumentation. A function that is compiled apart from its program, and kept for other programs, cannot know them.
// So its numbers become "the first of this function plus n", where the first is the address of a symbol that the loader
// gives its value (program/bundles.h).
//
//   renumber          the same tables in another order: what one function uses stands together
//   make_relocatable  numbers of a function that is to leave the program
#pragma once
#include <cstdint>
#include <optional>

#include "instrument/instrument.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Module.h"

namespace heddle {

enum class NumberKind : std::uint8_t { Site, Variable, ExternalCall };

// Where the numbers of a function begin in each table, by the function's name.
struct FirstNumbers {
  std::uint32_t site = 0, variable = 0, external_call = 0;
};
using NumberBases = llvm::StringMap<FirstNumbers>;

// Before the optimiser has seen the hooks: each number is a plain constant. False: there are too many of them, and
// nothing has changed.
bool renumber(llvm::Module& module, Instrumentation& out, NumberBases& bases);

// `function`: a copy of the function whose numbers begin at `first`, under the same name.
void make_relocatable(llvm::Function& function, const FirstNumbers& first);

// The value of a symbol that make_relocatable has used; none: it is another symbol.
std::optional<std::uint32_t> number_of_symbol(llvm::StringRef symbol, const NumberBases& bases);

}  // namespace heddle
