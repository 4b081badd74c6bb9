// Variables of src/library that all processes of a search have in common: the names of sockets, semaphores and files.
// Each process is compiled by itself, with its own copy of our library; what the library marks with SHARED (world.h:
// the section .heddle_shared) is no part of any of them. Its definition becomes a reference to heddle_shared.SIZE.NAME,
// which the loader places once.
#pragma once
#include <llvm/IR/Module.h>
#include <llvm/Object/ObjectFile.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace heddle::program {

// `among_processes`: the module is one of several. Otherwise such a variable is like any other.
void share_variables(llvm::Module& module, bool among_processes);

// Those that the objects refer to, by symbol, with their sizes.
using SharedVariables = std::map<std::string, std::uint64_t>;
void add_shared_variables(const llvm::object::ObjectFile& object, SharedVariables& into);

}  // namespace heddle::program
