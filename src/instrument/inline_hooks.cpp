// The question that most hooks in loops come down to, asked in place: has this thread made this access in its segment
// already? Then a detector with vector clocks learns nothing from it, and the hook is not called. The answer stands in
// the line of the address (model/known_accesses.h). In all other cases, which include every other detector and every
// thread that is being watched, a hook is called as before and decides, and tells the line what it has seen. So this
// changes what an access costs, and nothing else.
//
// It comes after the optimiser, which is to see the hooks as they are. Not in functions with a loop that may wait for
// others: there the machine compares registers (machine/spin.h), and the number of a segment would stand in one of
// them. So functions with loops of their own are kept out of such functions.
//
// Main functions: InlineHook::expand (one hook), inline_hooks (those in loops), keep_loops_apart (before the
// optimiser).
#include <bit>

#include "instrument/context.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
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
        size_(access_.size.value_or(1)),
        builder_(hook.getContext()),
        number_(builder_.getInt64Ty()),
        likely_(MDBuilder(hook.getContext()).createBranchWeights(2000, 1)) {}

  static bool has_room(const HookedAccess& access) {
    return access.size && *access.size <= 16 && std::has_single_bit(*access.size);
  }

  void expand(HookSet& hooks) {
    BasicBlock* block = hook_.getParent();
    asks_ = block->splitBasicBlock(&hook_);  // the call alone
    BasicBlock* known = asks_->splitBasicBlock(hook_.getNextNode());
    block->getTerminator()->eraseFromParent();
    builder_.SetInsertPoint(block);
    builder_.SetCurrentDebugLocation(hook_.getDebugLoc());
    Value* cell = cell_number();
    Value* place = builder_.CreateLShr(cell, kKnownLineShift - 2);
    Value* now = builder_.CreateLoad(number_, hook_.getModule()->getOrInsertGlobal("heddle_known_now", number_));
    Value* tag = builder_.CreateAdd(place, now);
    Value* line = builder_.CreateMul(builder_.CreateAnd(place, kKnownLines - 1), builder_.getInt64(sizeof(KnownLine)));
    line = builder_.CreateIntToPtr(builder_.CreateAdd(line, builder_.getInt64(kKnownBase)), builder_.getPtrTy());
    go_on_if(builder_.CreateICmpEQ(builder_.CreateLoad(number_, line), tag));
    Value* bits = builder_.CreateLoad(number_, builder_.CreateConstGEP1_64(number_, line, access_.write ? 2 : 1));
    bits = builder_.CreateLShr(bits, builder_.CreateAnd(cell, 63));
    const std::uint64_t wanted = (std::uint64_t{1} << cells()) - 1;
    Value* all = builder_.CreateICmpEQ(builder_.CreateAnd(bits, wanted), builder_.getInt64(wanted));
    builder_.CreateCondBr(all, known, asks_, likely_);
    tell_line(hooks);
  }

 private:
  std::uint64_t cells() const { return std::max<std::uint64_t>(size_ / 4, 1); }

  // The line of an access that is not one of whole cells, or of some bytes of one, has another tag.
  Value* cell_number() {
    Value* address = builder_.CreatePtrToInt(access_.pointer, number_);
    if (size_ == 1) return builder_.CreateLShr(address, 2);
    if (size_ == 2) {  // an odd address has a rest
      Value* rest = builder_.CreateShl(builder_.CreateAnd(address, 1), 63);
      return builder_.CreateOr(builder_.CreateLShr(address, 2), rest);
    }
    return builder_.CreateIntrinsic(Intrinsic::fshr, {number_}, {address, address, builder_.getInt64(2)});
  }

  void tell_line(HookSet& hooks) {
    IRBuilder<> at(&hook_);
    hooks.call(at, access_.write ? "heddle_new_write" : "heddle_new_read",
               {access_.pointer, at.getInt64(size_), hook_.getArgOperand(hook_.arg_size() - 1)});
    hook_.eraseFromParent();
  }
  void go_on_if(Value* condition) {
    BasicBlock* next = BasicBlock::Create(hook_.getContext(), "", asks_->getParent(), asks_);
    builder_.CreateCondBr(condition, next, asks_, likely_);
    builder_.SetInsertPoint(next);
  }

  CallInst& hook_;
  const HookedAccess access_;
  const std::uint64_t size_;
  IRBuilder<> builder_;
  Type* number_;
  MDNode* likely_;
  BasicBlock* asks_ = nullptr;
};

bool has_hooks_in_loops(Function& function) {
  DominatorTree dominators(function);
  const LoopInfo loops(dominators);
  return !loops.empty() && any_of(instructions(function), [&](const Instruction& instruction) {
    return hooked_access(instruction) && loops.getLoopFor(instruction.getParent()) != nullptr;
  });
}

// What the caller has on its stack becomes private to it only if the callee becomes a part of it.
bool takes_locals(const CallBase& call) {
  return any_of(call.args(), [](const Use& argument) {
    return argument->getType()->isPointerTy() && isa<AllocaInst>(getUnderlyingObject(argument.get()));
  });
}

}  // namespace

void keep_loops_apart(Function& function) {
  if (function.isDeclaration() || !has_waiting_loop(function)) return;
  for (Instruction& instruction : instructions(function)) {
    auto* call = dyn_cast<CallBase>(&instruction);
    Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
    if (callee == nullptr || callee == &function || callee->isDeclaration() || takes_locals(*call)) continue;
    if (!has_waiting_loop(*callee) && has_hooks_in_loops(*callee)) call->setIsNoInline();
  }
}

bool has_waiting_loop(const Function& function) {
  return any_of(instructions(function), [](const Instruction& instruction) {
    auto* call = dyn_cast<CallInst>(&instruction);
    const Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
    return callee != nullptr && callee->getName() == "heddle_loop_head";
  });
}

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
  HookSet set(*function.getParent());
  for (CallInst* hook : hooks) InlineHook(*hook).expand(set);
}

}  // namespace heddle
