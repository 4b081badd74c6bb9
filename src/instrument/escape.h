// Which stack slots can only be reached by the function that owns them (and by what it calls, while it calls it).
//
// An address escapes when it is stored or handed to code that we do not see, as a pointer or in any other form:
// whatever is computed from it (an integer, a difference, part of a structure or vector) is followed like itself, since
// an offset pointer or a xor list can compute the way back. Only comparisons and distances within one object are
// harmless.
//
// Functions of the module get a summary per parameter, found by iteration from "harmless" upwards: does it escape, can
// it come back as the result. Pointers that do neither are marked nocapture, which is all that passes after the hooks
// need.
//
// Callers of a function may hand it their private slots, so that its accesses to them have hooks and those of the owner
// have none. Who follows values through memory (flows.cpp) must see all or nothing of a slot: for that, a slot is
// private only if no other function ever gets its address.
#pragma once
#include <cstdint>

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Argument.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace heddle {

class Escape {
 public:
  Escape() = default;  // knows no summaries: relies on nocapture
  explicit Escape(llvm::Module& module, bool callees_are_others = false);

  // Every object that the pointer may point to is a private stack slot of its function or constant memory.
  bool is_private(const llvm::Value* pointer);
  // The address of this stack slot (alloca or byval parameter) stays within its function, and is used only while it
  // lives.
  bool stays_inside(const llvm::Value* slot);

 private:
  struct Flow {
    bool escapes = false;
    bool returned = false;
    friend bool operator==(const Flow&, const Flow&) = default;
  };
  Flow follow(const llvm::Value* root) const;
  Flow through_call(const llvm::CallBase& call, const llvm::Use& use) const;

  bool callees_are_others_ = false;
  llvm::DenseMap<const llvm::Argument*, Flow> summaries_;
  llvm::DenseMap<const llvm::Value*, bool> slots_;
};

// May an access to the slot come after its life, as llvm.lifetime or the hooks of its begin and end mark it?
bool is_used_after_life(const llvm::Value* slot);
bool is_stack_slot(const llvm::Value* value);
// No hook can come to touch this slot by its address: it is used for plain accesses of its function, and these have no
// hooks or will lose them.
bool is_out_of_sight(const llvm::Value* slot);
bool is_constant_memory(const llvm::Value* pointer);

}  // namespace heddle
