// Questions about instrumented code that both flows.cpp and inert_locks.cpp ask. They are answered in flows.cpp.
#pragma once
#include <cstdint>

#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"

namespace heddle {

std::uint32_t site_argument(const llvm::CallBase& hook);
// The site of the hook that announces this load or store, or 0.
std::uint32_t site_of_access(const llvm::Instruction& access, const llvm::Value* pointer);
bool is_harmless_intrinsic(const llvm::CallBase& call);
// The format is not known, or has a %n, which writes down how long the numbers before it were.
bool tells_length(const llvm::CallBase& call);
// A load or store of a variable of ours.
bool is_of_tool(const llvm::Instruction& instruction);
// Nothing but the end of the process.
bool ends_process(const llvm::BasicBlock& block);

}  // namespace heddle
