// What comparisons look at, told to the machine while it asks whether memory that nobody has initialised matters
// (run/uninitialised.cpp). `int y; if (y == 7)` takes the same way whatever y is filled with, or nearly so: only the
// operand of the comparison shows that the way depends on it. So the operands of comparisons, the values of switches
// and the bools that branches read are announced (heddle_decides), and two executions that differ in nothing but the
// fill differ in them.
//
// Before the optimiser (hook_decisions): there a comparison stands behind the branch that guards it, `set && value ==
// 7` looks at the value only if there is one. The call touches no memory that anybody knows, so that it stands in the
// way of nothing but that. After it (inline_decisions) a call becomes a look at one byte, which is zero in every other
// execution, and the call on a way that is never taken.
//
// Operands that come from constants and counters alone are nobody's business: see comes_from_memory.
#include "instrument/context.h"
#include "ir/library_bitcode.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"

namespace heddle {

using namespace llvm;

namespace {

constexpr unsigned kMostOrigins = 64;  // values that one is traced back through; beyond: it may come from anywhere

// May its value have been in memory, here or where the function was called?
bool comes_from_memory(Value* value) {
  SmallSetVector<Value*, 16> origins;
  origins.insert(value);
  for (unsigned i = 0; i < origins.size(); ++i) {
    if (i == kMostOrigins) return true;
    if (isa<Constant, AllocaInst>(origins[i])) continue;
    auto* instruction = dyn_cast<Instruction>(origins[i]);
    if (instruction == nullptr || isa<LoadInst, CallBase>(instruction) || instruction->isAtomic()) return true;
    for (Value* operand : instruction->operands())
      if (!isa<BasicBlock>(operand)) origins.insert(operand);
  }
  return false;
}

// As 64 bits; nothing for what has more, or is no number.
Value* bits_of(IRBuilder<>& at, Value* value) {
  Type* type = value->getType();
  if (type->isPointerTy()) return at.CreatePtrToInt(value, at.getInt64Ty());
  if (type->isFloatTy()) return at.CreateZExt(at.CreateBitCast(value, at.getInt32Ty()), at.getInt64Ty());
  if (type->isDoubleTy()) return at.CreateBitCast(value, at.getInt64Ty());
  if (type->isX86_FP80Ty()) value = at.CreateBitCast(value, at.getIntNTy(80));
  return value->getType()->isIntegerTy() ? at.CreateZExtOrTrunc(value, at.getInt64Ty()) : nullptr;
}

// A pointer tells where something is, which is the same in both executions unless it was loaded.
bool is_watched_operand(Value* value) {
  if (isa<Constant>(value)) return false;
  return value->getType()->isPointerTy() ? isa<LoadInst>(value) : comes_from_memory(value);
}

void announce_decision(Context& context, Instruction& decision, Value* value) {
  if (!is_watched_operand(value)) return;
  IRBuilder<> builder(&decision);
  if (Value* bits = bits_of(builder, value)) context.hooks.call(builder, "heddle_decides", {bits});
}

void hook_decision(Context& context, Instruction& instruction) {
  if (isa<CmpInst>(instruction)) {
    announce_decision(context, instruction, instruction.getOperand(0));
    if (instruction.getOperand(1) != instruction.getOperand(0))
      announce_decision(context, instruction, instruction.getOperand(1));
  } else if (auto* choice = dyn_cast<SwitchInst>(&instruction)) {
    announce_decision(context, instruction, choice->getCondition());
  } else if (isa<TruncInst>(instruction) && instruction.getType()->isIntegerTy(1)) {
    announce_decision(context, instruction, instruction.getOperand(0));
  }
}

// One look before the loop instead of one in each round, where it is the same and each round has it.
bool moves_out(CallInst& hook, Loop& loop) {
  auto* value = dyn_cast<Instruction>(hook.getArgOperand(0));
  BasicBlock* before = loop.getLoopPreheader();
  if (before == nullptr || hook.getParent() != loop.getHeader() || (value != nullptr && loop.contains(value)))
    return false;
  hook.moveBefore(before->getTerminator());
  return true;
}

bool is_decision_hook(const Instruction& instruction) { return hook_kind(instruction) == HookKind::Decision; }

void expand_decision(CallInst& hook) {
  BasicBlock* block = hook.getParent();
  BasicBlock* tells = block->splitBasicBlock(&hook);
  BasicBlock* next = tells->splitBasicBlock(hook.getNextNode());
  block->getTerminator()->eraseFromParent();
  IRBuilder<> builder(block);
  builder.SetCurrentDebugLocation(hook.getDebugLoc());
  Module& module = *hook.getModule();
  Value* flag = builder.CreateLoad(builder.getInt8Ty(),
                                   module.getOrInsertGlobal("heddle_watches_decisions", builder.getInt8Ty()));
  builder.CreateCondBr(builder.CreateIsNull(flag), next, tells,
                       MDBuilder(module.getContext()).createBranchWeights(2000, 1));
}

}  // namespace

// What a library function of ours decides shows in its result, which the program compares.
void hook_decisions(Context& context, Function& function) {
  if (function.hasFnAttribute(kOurs)) return;
  std::vector<Instruction*> decisions;
  for (Instruction& instruction : instructions(function))
    if (isa<CmpInst, SwitchInst, TruncInst>(instruction)) decisions.push_back(&instruction);
  for (Instruction* decision : decisions) hook_decision(context, *decision);
}

void inline_decisions(Function& function) {
  std::vector<CallInst*> hooks;
  for (Instruction& instruction : instructions(function))
    if (is_decision_hook(instruction)) hooks.push_back(cast<CallInst>(&instruction));
  if (hooks.empty()) return;
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  for (CallInst*& hook : hooks) {
    if (comes_from_memory(hook->getArgOperand(0))) {
      while (Loop* loop = loops.getLoopFor(hook->getParent()))
        if (!moves_out(*hook, *loop)) break;
      continue;
    }
    hook->eraseFromParent();
    hook = nullptr;
  }
  for (CallInst* hook : hooks)
    if (hook != nullptr) expand_decision(*hook);
}

}  // namespace heddle
