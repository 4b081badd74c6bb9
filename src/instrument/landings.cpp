// Locals of inlined functions that an exception leaves. Such a function sends no end of its locals if it has nothing to
// clean up (clang does not unwind for the sake of a lifetime), and it has no frame of its own any more by which
// machine/unwinding.cpp could tell. So each landing pad ends the slots that may be alive there and whose functions are left
// by coming there: those that are neither the one that the pad was written in, nor one that it was inlined into. Debug
// locations tell, since each inlining makes a new chain of them.
//
// A slot that is not alive may share its place with one that is: hence `may_be_alive`, which follows the hooks as the code
// generator follows the marks beside them.
#include "instrument/context.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"

namespace heddle {

using namespace llvm;

namespace {

struct Slot {
  AllocaInst* place;
  Value* bytes;
  const DILocation* inlined_at;  // of the function that it is a local of
};

std::vector<Slot> slots_that_live_on(Function& function) {
  std::vector<Slot> slots;
  for (Instruction& instruction : instructions(function)) {
    if (hook_kind(instruction) != HookKind::StackBegin) continue;
    auto& begin = cast<CallInst>(instruction);
    auto* place = dyn_cast<AllocaInst>(begin.getArgOperand(0)->stripPointerCasts());
    if (place == nullptr || !begin.hasFnAttr(kLivesOn) || !begin.getDebugLoc() || !isa<Constant>(begin.getArgOperand(1)))
      continue;
    const Slot slot{place, begin.getArgOperand(1), begin.getDebugLoc().getInlinedAt()};
    const auto same = find_if(slots, [&](const Slot& other) { return other.place == place; });
    if (same == slots.end())
      slots.push_back(slot);
    else if (same->inlined_at != slot.inlined_at)
      same->inlined_at = nullptr;  // of several functions: nobody knows
  }
  erase_if(slots, [](const Slot& slot) { return slot.inlined_at == nullptr; });
  return slots;
}

bool leaves(const Slot& slot, const LandingPadInst& pad) {
  for (const DILocation* at = pad.getDebugLoc().getInlinedAt(); at != nullptr; at = at->getInlinedAt())
    if (at == slot.inlined_at) return false;
  return true;
}

// Some way leads from a begin to the pad without an end.
bool may_be_alive(const Slot& slot, BasicBlock& pad) {
  SmallPtrSet<BasicBlock*, 32> seen;
  SmallVector<BasicBlock*, 32> todo(predecessors(&pad));
  while (!todo.empty()) {
    BasicBlock* block = todo.pop_back_val();
    if (!seen.insert(block).second) continue;
    bool ended = false;
    for (Instruction& instruction : reverse(*block)) {
      const auto kind = hook_kind(instruction);
      if (kind != HookKind::StackBegin && kind != HookKind::StackEnd) continue;
      if (cast<CallInst>(instruction).getArgOperand(0)->stripPointerCasts() != slot.place) continue;
      if (kind == HookKind::StackBegin) return true;
      ended = true;
      break;
    }
    if (!ended) todo.append(pred_begin(block), pred_end(block));
  }
  return false;
}

}  // namespace

void end_left_locals(Context& context) {
  for (Function& function : context.module) {
    std::vector<LandingPadInst*> pads;
    for (BasicBlock& block : function)
      if (LandingPadInst* pad = block.getLandingPadInst(); pad != nullptr && pad->getDebugLoc()) pads.push_back(pad);
    if (pads.empty()) continue;
    const std::vector<Slot> slots = slots_that_live_on(function);
    for (LandingPadInst* pad : pads)
      for (const Slot& slot : slots) {
        if (!leaves(slot, *pad) || !may_be_alive(slot, *pad->getParent())) continue;
        IRBuilder<> builder(pad->getNextNode());
        builder.SetCurrentDebugLocation(pad->getDebugLoc());
        context.hooks.call(builder, "heddle_stack_end", {slot.place, slot.bytes, builder.getInt32(context.site(*pad))});
      }
  }
}

}  // namespace heddle
