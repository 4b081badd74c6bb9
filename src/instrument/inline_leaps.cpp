// The question whether an index stays in its object (leap_hooks.cpp), asked in place where a loop asks it again and
// again about the same one. The function keeps where the object of the last question lies, which the hook tells
// (heddle_found_object), and calls the hook only for a pointer, or an origin, that lies elsewhere.
//
// What is kept need not be forgotten: on one path of an execution objects of the heap and globals stay where they are
// (a block that is freed and used again keeps its place and does not grow), and a restore brings the variables of a
// function back with everything else. Of stacks, where that is not so, the hook tells nothing.
//
// Only where the origin is likely to be the same in the next round: the loop does not change it, or reads it from a
// place that it does not change. Not in functions with a loop that may wait for others: see inline_hooks.cpp.
//
// Main functions: is_steady, InlineLeap::expand, inline_leaps.
#include "instrument/context.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

namespace heddle {

using namespace llvm;

namespace {

constexpr std::size_t kMostObjects = 16;  // of a function; each takes two registers, or two words of its frame

bool is_steady(const Value* value, const Loop& loop, unsigned depth = 8) {
  if (loop.isLoopInvariant(value)) return true;
  if (depth == 0 || !(isa<LoadInst>(value) || isa<GetElementPtrInst>(value) || isa<CastInst>(value))) return false;
  return all_of(cast<Instruction>(value)->operands(),
                [&](const Use& part) { return is_steady(part.get(), loop, depth - 1); });
}

class InlineLeap {
 public:
  explicit InlineLeap(CallInst& question)
      : question_(question),
        builder_(&*question.getFunction()->getEntryBlock().getFirstInsertionPt()),
        number_(builder_.getInt64Ty()),
        likely_(MDBuilder(question.getContext()).createBranchWeights(2000, 1)),
        begin_(builder_.CreateAlloca(number_)),
        size_(builder_.CreateAlloca(number_)) {
    builder_.CreateStore(builder_.getInt64(0), begin_);
    builder_.CreateStore(builder_.getInt64(0), size_);
  }

  void expand() {
    BasicBlock* block = question_.getParent();
    asks_ = block->splitBasicBlock(&question_);  // the call alone
    BasicBlock* inside = asks_->splitBasicBlock(question_.getNextNode());
    block->getTerminator()->eraseFromParent();
    builder_.SetInsertPoint(block);
    builder_.SetCurrentDebugLocation(question_.getDebugLoc());
    Value *begin = builder_.CreateLoad(number_, begin_), *size = builder_.CreateLoad(number_, size_);
    BasicBlock* next = BasicBlock::Create(question_.getContext(), "", asks_->getParent(), asks_);
    builder_.CreateCondBr(builder_.CreateICmpULT(distance(1, begin), size), next, asks_, likely_);
    builder_.SetInsertPoint(next);  // an address right behind an object may be an origin
    builder_.CreateCondBr(builder_.CreateICmpULE(distance(0, begin), size), inside, asks_, likely_);
    keep_answer();
  }

  AllocaInst* begin() const { return begin_; }
  AllocaInst* size() const { return size_; }

 private:
  Value* distance(unsigned argument, Value* begin) {
    return builder_.CreateSub(builder_.CreatePtrToInt(question_.getArgOperand(argument), number_), begin);
  }
  void keep_answer() {
    builder_.SetInsertPoint(question_.getNextNode());
    Value* found = question_.getModule()->getOrInsertGlobal("heddle_found_object", ArrayType::get(number_, 2));
    builder_.CreateStore(builder_.CreateLoad(number_, found), begin_);
    builder_.CreateStore(builder_.CreateLoad(number_, builder_.CreateConstGEP1_64(number_, found, 1)), size_);
  }

  CallInst& question_;
  IRBuilder<> builder_;
  Type* number_;
  MDNode* likely_;
  AllocaInst *begin_, *size_;
  BasicBlock* asks_ = nullptr;
};

std::vector<CallInst*> steady_questions(Function& function, const LoopInfo& loops) {
  std::vector<CallInst*> questions;
  for (Instruction& instruction : instructions(function)) {
    auto* call = dyn_cast<CallInst>(&instruction);
    if (call == nullptr || hook_kind(*call) != HookKind::Outside) continue;
    if (!call->getCalledFunction()->getName().ends_with("_leap")) continue;
    const Loop* loop = loops.getLoopFor(call->getParent());
    if (loop != nullptr && is_steady(call->getArgOperand(0), *loop)) questions.push_back(call);
  }
  return questions;
}

}  // namespace

void inline_leaps(Function& function) {
  if (function.isDeclaration() || has_waiting_loop(function)) return;
  std::vector<CallInst*> questions;
  {
    DominatorTree dominators(function);
    questions = steady_questions(function, LoopInfo(dominators));
  }
  if (questions.empty() || questions.size() > kMostObjects) return;
  std::vector<AllocaInst*> kept;
  for (CallInst* question : questions) {
    InlineLeap leap(*question);
    leap.expand();
    kept.insert(kept.end(), {leap.begin(), leap.size()});
  }
  DominatorTree dominators(function);
  PromoteMemToReg(kept, dominators);
}

}  // namespace heddle
