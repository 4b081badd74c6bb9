// Accesses through a pointer whose object is known where it is compiled (a global, a stack slot, an element of either):
// is the access inside of it? The answer is yes, or code that asks when the program runs.
//
// Such a check is exact however far an index goes astray, costs a comparison where the optimiser cannot show that it
// holds, and is all that guards the stack slots that have no hooks. Pointers of unknown origin are judged by the machine,
// which knows what bytes are in use.
#pragma once
#include <cstdint>
#include <vector>

#include "instrument/hook_set.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Analysis/MemoryBuiltins.h"

namespace heddle {

inline constexpr std::uint32_t kNoVariable = ~std::uint32_t{0};

// What an instruction itself does to memory: loads, stores, atomic operations, and the intrinsics that copy (the read
// first) and fill. Calls of functions are not looked into.
using AccessVisitor = llvm::function_ref<void(llvm::Value* pointer, llvm::Value* bytes, bool write)>;
void each_access(llvm::Instruction& instruction, const llvm::DataLayout& layout, AccessVisitor visit);

class ObjectBounds {
 public:
  explicit ObjectBounds(llvm::Function& function);

  // What a report says of an access; asked for only where there is something to check.
  struct Origin {
    llvm::Value *site, *variable;  // constants
    Origin(llvm::Value* s, llvm::Value* v) : site(s), variable(v) {}
    Origin(llvm::LLVMContext& context, std::uint32_t s, std::uint32_t v)
        : site(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), s)),
          variable(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), v)) {}
  };
  // Notes a check of this access. False: where its object begins and ends is not known here.
  bool check(llvm::Instruction& access, llvm::Value* pointer, llvm::Value* bytes, bool write,
             llvm::function_ref<Origin()> origin);
  // Puts the code of all noted checks before their accesses. Until then blocks stay as they are.
  void emit(HookSet& hooks);

 private:
  struct Check {
    llvm::Instruction* access;
    llvm::Value *outside, *pointer, *bytes, *offset, *size;
    bool write;
    Origin origin;
  };
  llvm::Function& function_;
  const llvm::DataLayout& layout_;
  llvm::ObjectSizeOffsetEvaluator objects_;
  std::vector<Check> checks_;
};

// The one object that it points to, whatever way it came; with several, the pointer itself.
const llvm::Value* object_of(const llvm::Value* pointer);

// Whichever object it points to, these bytes lie inside. Decided without code.
bool always_inside(const llvm::Value* pointer, std::uint64_t bytes, const llvm::DataLayout& layout);

}  // namespace heddle
