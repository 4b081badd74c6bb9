// Random C and C++ programs in which values decide: what a thread reads under a lock, or from an atomic, settles where
// it goes, which address or lock it uses, how often it loops, whether it creates a thread, tries a lock, leaves early,
// registers an exit handler.
// Most of what is not protected stands behind such a decision, so that a race, if there is one, shows in some orders
// only: what a search that leaves orders out because of locks (search/pruning.h) can get wrong.
//
// What is read may take a way of its own to where it decides: through a function, a slot of the stack that a function
// fills, the heap, a structure, a thread-local, a bit field, another shared variable, an exception.
//
//   write_program(seed, number, cpp)   functions and variables whose names end in the number, and program_<number>()
#pragma once
#include <cstdint>
#include <string>

namespace heddle::pruning_test {

// What all programs of a file use.
std::string common_text(bool cpp);
std::string write_program(std::uint64_t seed, unsigned number, bool cpp, bool may_try);

}  // namespace heddle::pruning_test
