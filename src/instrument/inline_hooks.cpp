// The question that most hooks in loops come down to, asked in place: has this thread made this access in its epoch
// already? Then a detector with vector clocks learns nothing from it (VectorClockDetector::already_seen, of which this
// is the most frequent part), and the hook is not called. In all other cases, which include every other detector and
// every thread that is being watched, the hook is called as before and decides. So this changes what an access costs,
// and nothing else.
//
//   read      all of its cells were read in this epoch, or all were written
//   write     all were written in it, and not read since
//
// It comes after the optimiser, which is to see the hooks as they are. Not in functions with a loop that may wait for
// others: there the machine compares registers (machine/spin.h), and an epoch would stand in one of them.
//
// Main functions: InlineHook::expand (one hook), inline_hooks (those in loops).
#include "instrument/context.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "model/known_accesses.h"

namespace heddle {

using namespace llvm;

namespace {

constexpr std::size_t kMostHooks = 128;  // of a function: a larger one has its time elsewhere

class InlineHook {
 public:
  explicit InlineHook(CallInst& hook)
      : hook_(hook),
        access_(*hooked_access(hook)),
        builder_(hook.getContext()),
        number_(builder_.getInt64Ty()),
        likely_(MDBuilder(hook.getContext()).createBranchWeights(2000, 1)) {}

  static bool has_room(const HookedAccess& access) {
    return access.size && (*access.size == 1 || *access.size == 4 || *access.size == 8);
  }

  void expand() {
    BasicBlock* block = hook_.getParent();
    asks_ = block->splitBasicBlock(&hook_);  // the call alone
    known_ = asks_->splitBasicBlock(hook_.getNextNode());
    block->getTerminator()->eraseFromParent();
    builder_.SetInsertPoint(block);
    builder_.SetCurrentDebugLocation(hook_.getDebugLoc());
    Value* cell = cell_number();
    Value* reach = builder_.CreateLoad(number_, variable("heddle_known_reach", number_));
    go_on_if(builder_.CreateICmpULT(cell, reach));
    Value* shadow = builder_.CreateAdd(builder_.CreateShl(cell, 4), builder_.getInt64(kShadowBase));
    words_ = builder_.CreateIntToPtr(shadow, builder_.getPtrTy());
    Value* epoch = builder_.CreateLoad(builder_.getPtrTy(), variable("heddle_known_epoch", builder_.getPtrTy()));
    now_ = builder_.CreateShl(builder_.CreateLoad(number_, epoch), kKnownEpochShift);
    access_.write ? look_for_writes(merged(Words::Reads, false)) : look_for_reads();
  }

 private:
  enum class Words : unsigned { Writes = 0, Reads = 1 };  // of a cell, in this order

  void look_for_reads() {
    Value* others = builder_.CreateLShr(merged(Words::Reads, true), kKnownEpochShift);
    BasicBlock* unread = block_before(asks_);
    builder_.CreateCondBr(is_zero(others), known_, unread, likely_);
    builder_.SetInsertPoint(unread);
    look_for_writes(builder_.getInt64(0));
  }
  void look_for_writes(Value* reads) {
    Value* others = builder_.CreateLShr(merged(Words::Writes, true), kKnownEpochShift - 1);  // one bit tells of the end
    builder_.CreateCondBr(is_zero(builder_.CreateOr(others, reads)), known_, asks_, likely_);
  }

  // Larger than any reach where the access is not one of whole cells.
  Value* cell_number() {
    Value* address = builder_.CreatePtrToInt(access_.pointer, number_);
    Value* offset = builder_.CreateSub(address, builder_.getInt64(kProgramBase));
    if (*access_.size == 1) return builder_.CreateLShr(offset, 2);
    return builder_.CreateIntrinsic(Intrinsic::fshr, {number_}, {offset, offset, builder_.getInt64(2)});
  }
  // The words of all cells in one number that is as small as the largest of them, or of what they are above `now`.
  Value* merged(Words which, bool above_now) {
    Value* all = nullptr;
    for (std::uint64_t cell = 0; cell < std::max<std::uint64_t>(*access_.size / 4, 1); ++cell) {
      Value* place = builder_.CreateConstGEP1_64(number_, words_, 2 * cell + static_cast<unsigned>(which));
      Value* word = builder_.CreateLoad(number_, place);
      if (above_now) word = builder_.CreateSub(word, now_);
      all = all == nullptr ? word : builder_.CreateOr(all, word);
    }
    return all;
  }

  Value* variable(StringRef name, Type* type) { return hook_.getModule()->getOrInsertGlobal(name, type); }
  Value* is_zero(Value* value) { return builder_.CreateICmpEQ(value, builder_.getInt64(0)); }
  BasicBlock* block_before(BasicBlock* next) {
    return BasicBlock::Create(hook_.getContext(), "", next->getParent(), next);
  }
  void go_on_if(Value* condition) {
    BasicBlock* next = block_before(asks_);
    builder_.CreateCondBr(condition, next, asks_, likely_);
    builder_.SetInsertPoint(next);
  }

  CallInst& hook_;
  const HookedAccess access_;
  IRBuilder<> builder_;
  Type* number_;
  MDNode* likely_;
  BasicBlock *asks_ = nullptr, *known_ = nullptr;
  Value *words_ = nullptr, *now_ = nullptr;
};

bool has_waiting_loop(const Function& function) {
  return any_of(instructions(function), [](const Instruction& instruction) {
    auto* call = dyn_cast<CallInst>(&instruction);
    const Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
    return callee != nullptr && callee->getName() == "heddle_loop_head";
  });
}

}  // namespace

void inline_hooks(Function& function) {
  if (function.isDeclaration() || has_waiting_loop(function)) return;
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  if (loops.empty()) return;
  std::vector<CallInst*> hooks;
  for (Instruction& instruction : instructions(function))
    if (std::optional<HookedAccess> access = hooked_access(instruction); access && InlineHook::has_room(*access))
      if (loops.getLoopFor(instruction.getParent()) != nullptr) hooks.push_back(cast<CallInst>(&instruction));
  if (hooks.size() > kMostHooks) return;
  for (CallInst* hook : hooks) InlineHook(*hook).expand();
}

}  // namespace heddle
