// Indices that go far astray through a pointer of unknown origin. A zone behind an object stops whoever runs over its
// end step by step; `p[1000]` leaps over it, perhaps into another living object. So the machine is asked whether both
// ends of the way, the pointer and what it was made from, lie in one object (heddle_read_leap).
//
// This comes after the optimiser: only the hooks that are left need it, a hook that left its loop asks once, and where
// the origin is a variable the optimiser may have found it. A loop that walks through an object with equal strides, and
// does so in any case once it has begun, asks about its first and its last access before it. Three kinds of accesses
// have no need of it: those whose bounds were known when the hooks came in (bounds_hooks.cpp marks them), constant
// offsets that no zone is too small for, and those that a question about the same pointer and a longer way comes
// before.
//
// Pointers relative to themselves (an offset_ptr, `(char*)this + this->offset`) are meant to leave their object.
#include "instrument/context.h"
#include "instrument/redundant.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include "model/red_zones.h"

namespace heddle {

using namespace llvm;

namespace {

struct Side {
  Value *pointer, *bytes;
  bool write;
};

struct Leap {
  CallInst* hook;
  Side side;
  Value* origin;
  std::optional<std::int64_t> offset;  // empty: known at run time only
};

// What a hook is about to access.
SmallVector<Side, 2> sides_of(CallInst& call) {
  auto number = [&](std::uint64_t n) { return ConstantInt::get(Type::getInt64Ty(call.getContext()), n); };
  auto argument = [&](unsigned i) { return call.getArgOperand(i); };
  switch (hook_kind(call).value_or(HookKind::Call)) {
    case HookKind::Copy:
      return {{argument(0), argument(2), true}, {argument(1), argument(2), false}};
    case HookKind::Fill:
      return {{argument(0), argument(2), true}};
    case HookKind::Read:
    case HookKind::Write: {
      const HookedAccess access = *hooked_access(call);
      return {{access.pointer, access.size ? number(*access.size) : argument(1), access.write}};
    }
    case HookKind::Atomic:  // its width is among the arguments, at a place of its own in each
      if (!argument(0)->getType()->isPointerTy()) return {};
      return {{argument(0), number(1), !call.getCalledFunction()->getName().contains("load")}};
    default:
      return {};
  }
}

// Does this number come from what lies at `place`?
bool is_read_from(const Value* number, const Value* place, unsigned depth) {
  if (auto* load = dyn_cast<LoadInst>(number)) return getUnderlyingObject(load->getPointerOperand()) == place;
  auto* instruction = dyn_cast<Instruction>(number);
  if (instruction == nullptr || depth == 0 || isa<PHINode>(instruction) || isa<CallBase>(instruction)) return false;
  return any_of(instruction->operands(), [&](const Use& part) { return is_read_from(part.get(), place, depth - 1); });
}

// The first and the last pointer of a loop's accesses with equal strides, computed before the loop.
class LoopEnds {
 public:
  LoopEnds(Function& function, DominatorTree& dominators)
      : dominators_(dominators),
        library_(functions_),
        assumptions_(function),
        loops_(dominators),
        evolution_(function, library_, assumptions_, dominators, loops_),
        expander_(evolution_, function.getParent()->getDataLayout(), "heddle.ends") {}

  struct Ends {
    Instruction* before;
    Value *first, *last;
  };
  std::optional<Ends> of(const Leap& leap) {
    Loop* loop = loops_.getLoopFor(leap.hook->getParent());
    if (loop == nullptr || !loop->isLoopInvariant(leap.origin) || !loop->isLoopInvariant(leap.side.bytes)) return {};
    if (!runs_through(*loop) || !dominators_.dominates(leap.hook->getParent(), loop->getLoopLatch())) return {};
    auto* walk = dyn_cast<SCEVAddRecExpr>(evolution_.getSCEV(leap.side.pointer));
    const SCEV* rounds = evolution_.getBackedgeTakenCount(loop);
    if (walk == nullptr || walk->getLoop() != loop || !walk->isAffine() || isa<SCEVCouldNotCompute>(rounds)) return {};
    const SCEV *first = walk->getStart(), *last = walk->evaluateAtIteration(rounds, evolution_);
    Instruction* before = loop->getLoopPreheader()->getTerminator();
    if (!expander_.isSafeToExpandAt(first, before) || !expander_.isSafeToExpandAt(last, before)) return {};
    Type* pointer = leap.side.pointer->getType();
    return Ends{before, expander_.expandCodeFor(first, pointer, before),
                expander_.expandCodeFor(last, pointer, before)};
  }

 private:
  // Nothing in it can end the loop, or the program, before its time.
  bool runs_through(const Loop& loop) {
    auto [entry, is_new] = runs_through_.try_emplace(&loop, false);
    if (!is_new) return entry->second;
    BasicBlock* latch = loop.getLoopLatch();
    if (loop.getLoopPreheader() == nullptr || latch == nullptr || loop.getExitingBlock() != latch) return false;
    for (BasicBlock* block : loop.blocks())
      for (Instruction& instruction : *block)
        if (effect_of(instruction) >= Effect::Slot && effect_of(instruction) != Effect::SetsErrno) return false;
    return entry->second = true;
  }

  DominatorTree& dominators_;
  TargetLibraryInfoImpl functions_;
  TargetLibraryInfo library_;
  AssumptionCache assumptions_;
  LoopInfo loops_;
  ScalarEvolution evolution_;
  SCEVExpander expander_;
  DenseMap<const Loop*, bool> runs_through_;
};

class LeapHooks {
 public:
  explicit LeapHooks(Function& function)
      : layout_(function.getParent()->getDataLayout()), function_(function), dominators_(function) {
    for (Instruction& instruction : instructions(function))
      if (auto* call = dyn_cast<CallInst>(&instruction); call != nullptr && !is_bounded(*call))
        for (const Side& side : sides_of(*call)) look_at(*call, side);
  }

  void emit(HookSet& hooks) {
    if (leaps_.empty()) return;
    LoopEnds loops(function_, dominators_);
    for (const Leap& leap : leaps_) {
      if (is_covered(leap)) continue;
      if (auto ends = loops.of(leap)) {
        ask(hooks, leap, ends->before, ends->first);
        ask(hooks, leap, ends->before, ends->last);
      } else {
        ask(hooks, leap, leap.hook, leap.side.pointer);
      }
    }
  }

 private:
  static void ask(HookSet& hooks, const Leap& leap, Instruction* before, Value* pointer) {
    IRBuilder<> builder(before);
    builder.SetCurrentDebugLocation(leap.hook->getDebugLoc());
    hooks.call(builder, leap.side.write ? "heddle_write_leap" : "heddle_read_leap",
               {leap.origin, pointer, leap.side.bytes, leap.hook->getArgOperand(leap.hook->arg_size() - 1)});
  }

  void look_at(CallInst& hook, const Side& side) {
    Value* origin = side.pointer;
    std::int64_t offset = 0;
    bool constant = true, relative = false;
    while (auto* step = dyn_cast<GEPOperator>(origin)) {
      APInt way(layout_.getIndexTypeSizeInBits(step->getType()), 0);
      if (step->accumulateConstantOffset(layout_, way))
        offset += way.getSExtValue();
      else
        constant = false;
      origin = step->getPointerOperand();
      if (step->getSourceElementType()->isIntegerTy(8) && step->getNumIndices() == 1)
        relative |= is_read_from(step->getOperand(1), getUnderlyingObject(origin), 6);
    }
    if (origin == side.pointer || relative || isa<ConstantPointerNull>(origin)) return;
    constexpr auto kNear = static_cast<std::int64_t>(kSmallestZone);
    if (constant && offset <= kNear && offset >= -kNear) return;
    leaps_.push_back({&hook, side, origin, constant ? std::optional(offset) : std::nullopt});
    by_origin_[origin].push_back(leaps_.size() - 1);
  }

  // Another question that comes before this one in any case says all that this one would.
  bool is_covered(const Leap& leap) {
    return any_of(by_origin_[leap.origin], [&](std::size_t i) {
      const Leap& other = leaps_[i];
      if (&other == &leap || other.hook == leap.hook || !dominators_.dominates(other.hook, leap.hook)) return false;
      if (other.side.pointer == leap.side.pointer) return true;
      if (!other.offset || !leap.offset) return false;
      return *leap.offset > 0 ? *other.offset >= *leap.offset : *other.offset <= *leap.offset;
    });
  }

  const DataLayout& layout_;
  Function& function_;
  DominatorTree dominators_;
  std::vector<Leap> leaps_;
  DenseMap<const Value*, SmallVector<std::size_t, 4>> by_origin_;
};

}  // namespace

void hook_leaps(Module& module) {
  HookSet hooks(module);
  for (Function& function : module)
    if (!function.isDeclaration()) LeapHooks(function).emit(hooks);
}

}  // namespace heddle
