// The functions of model/hooks.h as the passes see them: declarations to call, and calls recognised later.
//
// Hooks are declared without memory attributes: the optimiser must believe that a hook may read and write everything
// it can reach, or it would carry values over a scheduling point.
#pragma once
#include <cstdint>
#include <optional>

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

namespace heddle {

enum class HookKind : std::uint8_t {
  Read,
  Write,
  Copy,
  Fill,
  Atomic,
  BackEdge,
  StackBegin,
  StackEnd,
  Outside,
  Call,
  Decision,
  End
};
// End: the execution ends there, so that nothing follows from the call for what stands behind it.

// A plain access that a hook announces: [pointer, pointer + size).
struct HookedAccess {
  llvm::Value* pointer = nullptr;
  std::optional<std::uint64_t> size;  // empty: known at run time only
  bool write = false;
};

class HookSet {
 public:
  explicit HookSet(llvm::Module& module) : module_(module) {}

  // The call of a hook, at the builder's place and with its debug location.
  llvm::CallInst* call(llvm::IRBuilder<>& at, llvm::StringRef hook, llvm::ArrayRef<llvm::Value*> arguments);
  // The access hook for this many bytes.
  llvm::CallInst* announce(llvm::IRBuilder<>& at, llvm::Value* pointer, std::uint64_t size, bool write, std::uint32_t site);
  llvm::CallInst* announce(llvm::IRBuilder<>& at, llvm::Value* pointer, llvm::Value* size, bool write, std::uint32_t site);
  llvm::CallInst* announce(llvm::IRBuilder<>& at, llvm::Value* pointer, llvm::Value* size, bool write, llvm::Value* site);
  // Variables of the tool.
  llvm::GlobalVariable* call_site();  // heddle_call_site
  llvm::GlobalVariable* call_before();  // heddle_call_before
  llvm::GlobalVariable* thrown_at();    // heddle_thrown_at
  llvm::GlobalVariable* fill();       // heddle_fill
  llvm::GlobalVariable* loop_first();  // heddle_loop_first

 private:
  llvm::FunctionType* type_of(llvm::StringRef hook);
  llvm::Module& module_;
};

// A back edge of a loop whose rounds differ: some variable that the loop uses for addresses grows or shrinks in each of
// them, so the thread cannot be spinning.
void mark_progress(llvm::CallInst& back_edge);
bool makes_progress(const llvm::Instruction& back_edge);

// The hook of an access whose bounds are checked already: no question is open about the object that it goes to.
void mark_bounded(llvm::CallInst& hook);
bool is_bounded(const llvm::CallInst& hook);

// A load or store of a variable that the hooks use: no access of the program.
bool concerns_tool(const llvm::Instruction& instruction);

// What a call does, if it is one of ours.
std::optional<HookKind> hook_kind(const llvm::Function* function);
std::optional<HookKind> hook_kind(const llvm::Instruction& instruction);
std::optional<HookedAccess> hooked_access(const llvm::Instruction& instruction);

}  // namespace heddle
