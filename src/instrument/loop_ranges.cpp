// One hook before a loop instead of one in each round. A counted loop that stays in one segment (no synchronisation, no
// call that leaves the module) and whose only exit is its latch runs its body a known number of times n; then a hook in
// every round of
//
//   the same address                         is one hook of that address before the loop,
//   p, p + size, p + 2 size ...              is one hook of n * size bytes,
//
// Exact under visibility `sync` for the same reason as redundant.cpp: the order of accesses within a segment makes no
// difference to a race. Inner loops go first, so that what they leave before themselves can leave the outer loop too.
#include "instrument/redundant.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

namespace heddle {

using namespace llvm;

namespace {

constexpr unsigned kFewRounds = 16;

class LoopRanges {
 public:
  LoopRanges(Loop& loop, LoopInfo& loops, ScalarEvolution& evolution, DominatorTree& dominators, HookSet& hooks)
      : loop_(loop),
        loops_(loops),
        evolution_(evolution),
        dominators_(dominators),
        hooks_(hooks),
        expander_(evolution, loop.getHeader()->getDataLayout(), "heddle.range") {}

  unsigned run() {
    BasicBlock* latch = loop_.getLoopLatch();
    if (loop_.getLoopPreheader() == nullptr || latch == nullptr || loop_.getExitingBlock() != latch) return 0;
    rounds_ = evolution_.getBackedgeTakenCount(&loop_);
    if (isa<SCEVCouldNotCompute>(rounds_) || !stays_in_segment()) return 0;
    place_ = loop_.getLoopPreheader()->getTerminator();
    std::vector<CallInst*> candidates;
    for (BasicBlock* block : loop_.blocks())
      if (loops_.getLoopFor(block) == &loop_ && dominators_.dominates(block, latch))
        for (Instruction& instruction : *block)
          if (effect_of(instruction) == Effect::Access) candidates.push_back(cast<CallInst>(&instruction));
    unsigned moved = 0;
    for (CallInst* hook : candidates)
      if (move(*hook)) ++moved;
    return moved;
  }

 private:
  bool stays_in_segment() {
    for (BasicBlock* block : loop_.blocks())
      for (Instruction& instruction : *block) {
        Effect effect = effect_of(instruction);
        sets_errno_ |= effect == Effect::SetsErrno;
        if (effect != Effect::None && effect != Effect::Access && effect != Effect::SetsErrno) return false;
      }
    return true;
  }

  // A thread that waits in a loop is recognised by the words that it reads in each round, and a range is not a word:
  // none inside loops that may be such, nor for a few words.
  bool may_form_ranges() {
    auto* rounds = dyn_cast<SCEVConstant>(rounds_);
    if (rounds != nullptr && rounds->getAPInt().ult(kFewRounds)) return false;
    for (Loop* outer = loop_.getParentLoop(); outer != nullptr; outer = outer->getParentLoop())
      for (BasicBlock* block : outer->blocks())
        for (Instruction& instruction : *block)
          if (hook_kind(instruction) == HookKind::BackEdge && !makes_progress(instruction)) return false;
    return true;
  }

  bool move(CallInst& hook) {
    HookedAccess access = *hooked_access(hook);
    if (sets_errno_ && may_be_errno(getUnderlyingObject(access.pointer), access.size)) return false;
    auto* site = dyn_cast<Constant>(hook.getArgOperand(hook.arg_size() - 1));
    if (site == nullptr || !evolution_.isSCEVable(access.pointer->getType())) return false;
    const SCEV* address = evolution_.getSCEV(access.pointer);
    if (evolution_.isLoopInvariant(address, &loop_)) return move_invariant(hook, address);
    auto* recurrence = dyn_cast<SCEVAddRecExpr>(address);
    if (!access.size || recurrence == nullptr || recurrence->getLoop() != &loop_ || !recurrence->isAffine())
      return false;
    auto* step = dyn_cast<SCEVConstant>(recurrence->getStepRecurrence(evolution_));
    if (step == nullptr) return false;
    std::int64_t stride = step->getAPInt().getSExtValue();
    auto size = static_cast<std::int64_t>(*access.size);
    if ((stride != size && stride != -size) || !may_form_ranges()) return false;
    Type* number = Type::getInt64Ty(hook.getContext());
    const SCEV* rounds = evolution_.getTruncateOrZeroExtend(rounds_, number);
    const SCEV* way = evolution_.getMulExpr(rounds, evolution_.getConstant(number, *access.size));
    const SCEV* bytes = evolution_.getAddExpr(way, evolution_.getConstant(number, *access.size));
    const SCEV* begin = recurrence->getStart();
    if (stride < 0) begin = evolution_.getAddExpr(begin, evolution_.getNegativeSCEV(way));
    if (!expander_.isSafeToExpandAt(begin, place_) || !expander_.isSafeToExpandAt(bytes, place_)) return false;
    Value* first = expander_.expandCodeFor(begin, access.pointer->getType(), place_);
    Value* length = expander_.expandCodeFor(bytes, number, place_);
    IRBuilder<> builder(place_);
    builder.SetCurrentDebugLocation(hook.getDebugLoc());
    CallInst* whole = hooks_.announce(builder, first, length, access.write, site);
    if (is_bounded(hook)) mark_bounded(*whole);
    hook.eraseFromParent();
    return true;
  }

  bool move_invariant(CallInst& hook, const SCEV* address) {
    if (!expander_.isSafeToExpandAt(address, place_)) return false;
    if (hook.arg_size() == 3 && !loop_.isLoopInvariant(hook.getArgOperand(1))) return false;
    hook.setArgOperand(0, expander_.expandCodeFor(address, hook.getArgOperand(0)->getType(), place_));
    hook.moveBefore(place_);
    return true;
  }

  Loop& loop_;
  LoopInfo& loops_;
  ScalarEvolution& evolution_;
  DominatorTree& dominators_;
  HookSet& hooks_;
  SCEVExpander expander_;
  const SCEV* rounds_ = nullptr;  // how often the back edge is taken
  Instruction* place_ = nullptr;
  bool sets_errno_ = false;  // in each round
};

}  // namespace

unsigned hoist_hooks(Function& function, LoopInfo& loops, ScalarEvolution& evolution, DominatorTree& dominators) {
  HookSet hooks(*function.getParent());
  unsigned moved = 0;
  SmallVector<Loop*, 8> order = loops.getLoopsInPreorder();
  for (Loop* loop : reverse(order)) moved += LoopRanges(*loop, loops, evolution, dominators, hooks).run();
  return moved;
}

}  // namespace heddle
