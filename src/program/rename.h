// Last changes to an instrumented module: what the names of outside functions mean, and
// the entry of the program.
//
// Refused functions get a body that stops the run: the program may mention fork as long as it does not call it, and a
// call through a pointer is stopped like a direct one (which the instrumentation stops before it is made).
//
// Why intercepted functions get another name. The program's own call of memcmp has to reach our memcmp, which reports
// what it reads with the site that instrumented code has just announced. But the code generator writes calls of memcpy,
// memset and memmove too, for copies that were reported long ago; if those came to our version, they would be reported
// a second time with the site of some other call. So the program's references are renamed to heddle_intercepted.NAME
// while a plain NAME in the object file can only be the code generator's (resolver.h).
#pragma once
#include <llvm/IR/Module.h>

#include "program/resolver.h"

namespace heddle::program {

inline constexpr const char* kEntry = "heddle_main";

// Renames the program's references to intercepted functions; takes from every outside function that is not simply
// forwarded the promises of its header (pure, const, ...): ours blocks, switches threads, and must not be left out.
void rename_outside(llvm::Module& module, const Resolver& resolver);

// Adds int heddle_main(int, char**, char**), which calls main with as many arguments as it has (frontend/link.cpp has
// checked that there is one of a usual type).
void add_entry(llvm::Module& module);

}  // namespace heddle::program
