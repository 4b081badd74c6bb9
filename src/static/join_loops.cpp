// Loops that join every thread of a container: at their end none of them runs. Found in the IR while the calls of the
// library are still calls, and marked by a call of heddle.joined_all behind the loop; whether the threads that the
// program keeps there are kept nowhere else is decided later, by what points to what (flow_threads.cpp).
//
//   for (auto& t : v) t.join();                              v is a std::vector<std::thread>
//   for (i = 0; i < v.size(); ++i) v[i].join();
//   for (auto& t : a) t.join();                              a is an array, and the loop visits all of it
//   for (i = 0; i < n; ++i) pthread_create(&t[i], ...);      and then, for the same n,
//   for (i = 0; i < n; ++i) pthread_join(t[i], ...);         if t is used for nothing else
//
// The destructor of such a vector is marked in the same way.
//
// A loop counts if its first block is the only way to where it ends (an exception or a return in its midst leads
// elsewhere), and if no round goes on to the next without the join; `if (t.joinable())` before it may say no.
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "static/library.h"
#include "static/normalise.h"

namespace heddle::analysis {

using namespace llvm;

namespace {

constexpr StringLiteral kJoin = "_ZNSt6thread4joinEv", kJoinable = "_ZNKSt6thread8joinableEv";
#define HEDDLE_VECTOR "_ZNSt6vectorISt6threadSaIS0_EE"
constexpr StringLiteral kBegin = HEDDLE_VECTOR "5beginEv", kEnd = HEDDLE_VECTOR "3endEv", kAt = HEDDLE_VECTOR "2atEm",
                        kIndex = HEDDLE_VECTOR "ixEm", kSize = "_ZNKSt6vectorISt6threadSaIS0_EE4sizeEv";
#undef HEDDLE_VECTOR
constexpr StringLiteral kIterator = "17__normal_iteratorIPSt6threadSt6vectorIS1_SaIS1_EEE";

StringRef callee_of(const Value* value) {
  auto* call = dyn_cast_or_null<CallBase>(value);
  const Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
  return callee == nullptr ? StringRef() : callee->getName();
}

// The condition without negations, and whether it is the negated one.
std::pair<const Value*, bool> without_not(const Value* condition) {
  bool negated = false;
  for (;;) {
    auto* operation = dyn_cast<BinaryOperator>(condition);
    auto* one = operation == nullptr ? nullptr : dyn_cast<ConstantInt>(operation->getOperand(1));
    if (operation == nullptr || operation->getOpcode() != Instruction::Xor || one == nullptr || !one->isOne()) break;
    condition = operation->getOperand(0);
    negated = !negated;
  }
  return {condition, negated};
}

// A loop whose first block decides whether it ends.
struct EndingLoop {
  const Loop* loop;
  BasicBlock *header, *after;
  const Value* condition;
  bool ends_if;  // the value of the condition with which it ends
};

std::optional<EndingLoop> ending_loop(const Loop& loop) {
  BasicBlock* header = loop.getHeader();
  auto* branch = dyn_cast<BranchInst>(header->getTerminator());
  if (branch == nullptr || !branch->isConditional() || loop.getLoopLatch() == nullptr) return std::nullopt;
  const bool first_inside = loop.contains(branch->getSuccessor(0)),
             second_inside = loop.contains(branch->getSuccessor(1));
  if (first_inside == second_inside) return std::nullopt;
  const auto [condition, negated] = without_not(branch->getCondition());
  return EndingLoop{&loop, header, branch->getSuccessor(first_inside ? 1 : 0), condition, first_inside == negated};
}

// Does every round that goes on pass a join of this round's thread?
template <class IsThisOne>
bool joins_in_every_round(const EndingLoop& ending, StringRef join, IsThisOne is_this_one) {
  std::vector<const BasicBlock*> work;
  SmallPtrSet<const BasicBlock*, 16> seen;
  const auto joins = [&](const BasicBlock& block) {
    return any_of(block, [&](const Instruction& instruction) {
      return callee_of(&instruction) == join && is_this_one(cast<CallBase>(instruction).getArgOperand(0));
    });
  };
  if (joins(*ending.header)) return true;
  bool any = false;
  work.push_back(ending.header);
  while (!work.empty()) {
    const BasicBlock* block = work.back();
    work.pop_back();
    if (!seen.insert(block).second) continue;
    if (joins(*block)) {
      any = true;
      if (auto* invoke = dyn_cast<InvokeInst>(block->getTerminator()))  // what the join throws may be caught
        if (ending.loop->contains(invoke->getUnwindDest())) work.push_back(invoke->getUnwindDest());
      continue;
    }
    const BasicBlock* skipped = nullptr;  // there is nothing to join
    if (auto* branch = dyn_cast<BranchInst>(block->getTerminator()); branch != nullptr && branch->isConditional()) {
      const auto [condition, negated] = without_not(branch->getCondition());
      if (callee_of(condition) == kJoinable && is_this_one(cast<CallBase>(condition)->getArgOperand(0)))
        skipped = branch->getSuccessor(negated ? 0 : 1);
    }
    for (const BasicBlock* next : successors(block)) {
      if (next == ending.header) {
        if (next != skipped) return false;
        continue;
      }
      if (next != skipped && ending.loop->contains(next)) work.push_back(next);
    }
  }
  return any;
}

// The only value that is ever stored in a variable of which nothing but `uses` is made.
template <class MayUse>
const Value* only_stored(const AllocaInst& slot, MayUse may_use) {
  const Value* stored = nullptr;
  std::vector<const Value*> pointers{&slot};
  while (!pointers.empty()) {
    const Value* pointer = pointers.back();
    pointers.pop_back();
    for (const User* user : pointer->users()) {
      if (auto* inside = dyn_cast<GetElementPtrInst>(user); inside != nullptr && inside->hasAllZeroIndices()) {
        pointers.push_back(inside);
      } else if (auto* store = dyn_cast<StoreInst>(user); store != nullptr && store->getPointerOperand() == pointer) {
        if (stored != nullptr) return nullptr;
        stored = store->getValueOperand();
      } else if (!cast<Instruction>(user)->isLifetimeStartOrEnd() && !may_use(*cast<Instruction>(user))) {
        return nullptr;
      }
    }
  }
  return stored;
}

// for (auto& t : v): the vector.
Value* visited_by_iterators(const EndingLoop& ending) {
  const StringRef compare = callee_of(ending.condition);
  const bool equal = compare.starts_with("_ZN9__gnu_cxxeqIPSt6threadSt6vectorIS1_SaIS1_EEEE");
  const bool differ = compare.starts_with("_ZN9__gnu_cxxneIPSt6threadSt6vectorIS1_SaIS1_EEEE");
  if ((!equal && !differ) || ending.ends_if != equal) return nullptr;
  auto* comparison = cast<CallBase>(ending.condition);
  auto* here = dyn_cast<AllocaInst>(comparison->getArgOperand(0));
  auto* last = dyn_cast<AllocaInst>(comparison->getArgOperand(1));
  if (here == nullptr || last == nullptr || here == last) return nullptr;
  int steps = 0;
  const auto may_use_here = [&](const Instruction& use) {
    if (&use == comparison) return true;
    const StringRef name = callee_of(&use);
    const bool step = name.contains(kIterator) && name.ends_with("EppEv");
    if (step && use.getParent() == ending.loop->getLoopLatch()) ++steps;
    return (step && use.getParent() == ending.loop->getLoopLatch()) ||
           (name.contains(kIterator) && name.ends_with("EdeEv"));
  };
  const Value* first = only_stored(*here, may_use_here);
  const Value* behind = only_stored(*last, [&](const Instruction& use) { return &use == comparison; });
  if (steps != 1 || callee_of(first) != kBegin || callee_of(behind) != kEnd) return nullptr;
  Value* vector = cast<CallBase>(first)->getArgOperand(0);
  if (cast<CallBase>(behind)->getArgOperand(0) != vector) return nullptr;
  if (ending.loop->contains(cast<Instruction>(first)) || ending.loop->contains(cast<Instruction>(behind)))
    return nullptr;
  const auto is_this_one = [&](const Value* thread) {
    const StringRef name = callee_of(thread);
    return name.contains(kIterator) && name.ends_with("EdeEv") && cast<CallBase>(thread)->getArgOperand(0) == here;
  };
  return joins_in_every_round(ending, kJoin, is_this_one) ? vector : nullptr;
}

const Value* without_casts(const Value* value) {
  while (auto* cast = dyn_cast<CastInst>(value)) value = cast->getOperand(0);
  return value;
}

// Counts 0, 1, 2, ... once in each round.
bool counts_rounds(const EndingLoop& ending, const Value* value) {
  auto* phi = dyn_cast<PHINode>(without_casts(value));
  if (phi == nullptr || phi->getParent() != ending.header || phi->getNumIncomingValues() != 2) return false;
  const int back = phi->getBasicBlockIndex(ending.loop->getLoopLatch());
  if (back < 0) return false;
  auto* start = dyn_cast<ConstantInt>(phi->getIncomingValue(1 - static_cast<unsigned>(back)));
  auto* add = dyn_cast<BinaryOperator>(phi->getIncomingValue(static_cast<unsigned>(back)));
  auto* one = add == nullptr ? nullptr : dyn_cast<ConstantInt>(add->getOperand(1));
  return start != nullptr && start->isZero() && add->getOpcode() == Instruction::Add && add->getOperand(0) == phi &&
         one != nullptr && one->isOne();
}

// for (i = 0; i < v.size(); ++i): the vector.
Value* visited_by_index(const EndingLoop& ending) {
  auto* compare = dyn_cast<ICmpInst>(ending.condition);
  if (compare == nullptr || callee_of(compare->getOperand(1)) != kSize ||
      !counts_rounds(ending, compare->getOperand(0)))
    return nullptr;
  const bool less = compare->getPredicate() == CmpInst::ICMP_ULT || compare->getPredicate() == CmpInst::ICMP_NE;
  if (!less || ending.ends_if) return nullptr;
  auto* size = cast<CallBase>(compare->getOperand(1));
  Value* vector = size->getArgOperand(0);
  if (!ending.loop->contains(size)) return nullptr;  // it may have grown since
  const auto is_this_one = [&](const Value* thread) {
    const StringRef name = callee_of(thread);
    return (name == kIndex || name == kAt) && cast<CallBase>(thread)->getArgOperand(0) == vector &&
           counts_rounds(ending, cast<CallBase>(thread)->getArgOperand(1));
  };
  return joins_in_every_round(ending, kJoin, is_this_one) ? vector : nullptr;
}

// Nothing in the loop changes the vector: it is read by the functions that were looked at, and no function of the
// program, which might add to it, is called.
bool leaves_alone(const EndingLoop& ending, const Value* vector) {
  for (const BasicBlock* block : ending.loop->blocks())
    for (const Instruction& instruction : *block) {
      const StringRef name = callee_of(&instruction);
      const bool of_library = name.starts_with("_ZNSt") || name.starts_with("_ZNKSt") || name.starts_with("_ZSt") ||
                              name.starts_with("_ZN9__gnu_cxx") || name.starts_with("_ZNK9__gnu_cxx");
      if (auto* call = dyn_cast<CallBase>(&instruction); call != nullptr && !of_library)
        if (call->getCalledFunction() == nullptr || !call->getCalledFunction()->isDeclaration()) return false;
      for (const Use& operand : instruction.operands())
        if (operand == vector && name != kSize && name != kIndex && name != kAt) return false;
    }
  return true;
}

class Arrays {
 public:
  explicit Arrays(Function& function)
      : function_(function),
        dominators_(function),
        loops_(dominators_),
        library_implementation_(Triple(function.getParent()->getTargetTriple())),
        library_(library_implementation_),
        assumptions_(function),
        evolution_(function, library_, assumptions_, dominators_, loops_) {}

  LoopInfo& loops() { return loops_; }
  DominatorTree& dominators() { return dominators_; }

  // The array of which the loop joins each std::thread, from the first to the last.
  Value* joined_array(const EndingLoop& ending) {
    const auto* rounds = dyn_cast<SCEVConstant>(evolution_.getExitCount(ending.loop, ending.header));
    if (rounds == nullptr) return nullptr;
    AllocaInst* array = nullptr;
    const auto is_this_one = [&](const Value* thread) {
      auto* found = dyn_cast_or_null<AllocaInst>(base_of(ending, thread));
      if (found == nullptr) return false;
      const auto size = found->getAllocationSize(function_.getParent()->getDataLayout());
      if (!size || size->getFixedValue() != 8 * rounds->getAPInt().getZExtValue()) return false;
      array = found;
      return true;
    };
    return joins_in_every_round(ending, kJoin, is_this_one) ? array : nullptr;
  }

  // The creation whose threads a later loop joins by the ids that it has left in an array.
  CallBase* joined_creation(const EndingLoop& ending) {
    const SCEV* rounds = evolution_.getExitCount(ending.loop, ending.header);
    if (isa<SCEVCouldNotCompute>(rounds)) return nullptr;
    Value* base = nullptr;
    const auto is_this_one = [&](const Value* id) {
      auto* load = dyn_cast<LoadInst>(id);
      Value* found = load == nullptr ? nullptr : base_of(ending, load->getPointerOperand());
      if (found != nullptr) base = found;
      return found != nullptr && found == base;
    };
    if (!joins_in_every_round(ending, "pthread_join", is_this_one)) return nullptr;
    CallBase* creation = only_creation(*base);
    Loop* starts = creation == nullptr ? nullptr : loops_.getLoopFor(creation->getParent());
    // Each runs once, whenever the function does: an array that is filled again may have lost ids.
    if (starts == nullptr || starts == ending.loop || starts->getParentLoop() != nullptr ||
        ending.loop->getParentLoop() != nullptr)
      return nullptr;
    const auto creating = ending_loop(*starts);
    if (!creating || !dominators_.dominates(creating->header, ending.header)) return nullptr;
    if (base_of(*creating, creation->getArgOperand(0)) != base) return nullptr;
    // Left in another way the first loop has started less: no harm.
    return evolution_.getExitCount(starts, creating->header) == rounds ? creation : nullptr;
  }

 private:
  // The pointer of which this is base[round], with elements of eight bytes.
  Value* base_of(const EndingLoop& ending, const Value* pointer) {
    if (!pointer->getType()->isPointerTy()) return nullptr;
    auto* moving = dyn_cast<SCEVAddRecExpr>(evolution_.getSCEV(const_cast<Value*>(pointer)));
    if (moving == nullptr || moving->getLoop() != ending.loop || !moving->isAffine()) return nullptr;
    auto* step = dyn_cast<SCEVConstant>(moving->getStepRecurrence(evolution_));
    auto* start = dyn_cast<SCEVUnknown>(moving->getStart());
    return step != nullptr && start != nullptr && step->getAPInt() == 8 ? start->getValue() : nullptr;
  }

  // An array of ids is written by one pthread_create alone, and otherwise read and freed.
  static CallBase* only_creation(Value& base) {
    if (!isa<AllocaInst>(base) && callee_of(&base) != "malloc" && callee_of(&base) != "calloc" &&
        callee_of(&base) != "_Znam" && callee_of(&base) != "_Znwm")
      return nullptr;
    CallBase* creation = nullptr;
    std::vector<Value*> pointers{&base};
    SmallPtrSet<Value*, 8> seen;
    while (!pointers.empty()) {
      Value* pointer = pointers.back();
      pointers.pop_back();
      if (!seen.insert(pointer).second) continue;
      for (User* user : pointer->users()) {
        auto* instruction = cast<Instruction>(user);
        auto* call = dyn_cast<CallBase>(instruction);
        const StringRef name = callee_of(call);
        if (isa<GetElementPtrInst>(instruction) || isa<PHINode>(instruction)) {
          pointers.push_back(instruction);
        } else if (name == "pthread_create" && call->getArgOperand(0) == pointer && call->getArgOperand(3) != pointer) {
          if (creation != nullptr && creation != call) return nullptr;
          creation = call;
        } else if (!isa<LoadInst>(instruction) && !isa<ICmpInst>(instruction) && !instruction->isLifetimeStartOrEnd() &&
                   name != "free" && !name.starts_with("_Zda") && !name.starts_with("_Zdl")) {
          return nullptr;
        }
      }
    }
    return creation;
  }

  Function& function_;
  DominatorTree dominators_;
  LoopInfo loops_;
  TargetLibraryInfoImpl library_implementation_;
  TargetLibraryInfo library_;
  AssumptionCache assumptions_;
  ScalarEvolution evolution_;
};

bool joins_threads(const Function& function) {
  return any_of(instructions(function), [](const Instruction& instruction) {
    const StringRef name = callee_of(&instruction);
    return name == kJoin || name == "pthread_join";
  });
}

}  // namespace

// The end of a vector is the end of its threads: one that still ran would end the process.
static void mark_ends_of_vectors(Module& module) {
  for (const char* name : {"_ZNSt6vectorISt6threadSaIS0_EED1Ev", "_ZNSt6vectorISt6threadSaIS0_EED2Ev"})
    each_call(module, name, [&](CallBase& call) {
      if (call.isTerminator()) return;
      IRBuilder<> builder(call.getNextNode());
      builder.SetCurrentDebugLocation(call.getDebugLoc());
      builder.CreateCall(module.getOrInsertFunction(kJoinedAll, builder.getVoidTy(), builder.getPtrTy()),
                         {call.getArgOperand(0)});
    });
}

void mark_join_loops(Module& module) {
  mark_ends_of_vectors(module);
  LLVMContext& context = module.getContext();
  struct Mark {
    BasicBlock *from, *to;
    Value* container;
    CallBase* creation;
  };
  for (Function& function : module) {
    if (function.isDeclaration() || !joins_threads(function)) continue;
    std::vector<Mark> marks;
    {
      Arrays arrays(function);
      for (const Loop* loop : arrays.loops().getLoopsInPreorder()) {
        const auto ending = ending_loop(*loop);
        if (!ending) continue;
        Value* container = visited_by_iterators(*ending);
        if (container == nullptr) container = visited_by_index(*ending);
        if (container != nullptr && !leaves_alone(*ending, container)) container = nullptr;
        if (container == nullptr) container = arrays.joined_array(*ending);
        CallBase* creation = container == nullptr ? arrays.joined_creation(*ending) : nullptr;
        if (container != nullptr || creation != nullptr)
          marks.push_back({ending->header, ending->after, container, creation});
      }
    }
    for (const Mark& mark : marks) {
      BasicBlock* between = SplitEdge(mark.from, mark.to);
      IRBuilder<> builder(&*between->getFirstInsertionPt());
      builder.SetCurrentDebugLocation(mark.from->getTerminator()->getDebugLoc());
      Value* what = mark.container != nullptr ? mark.container : ConstantPointerNull::get(builder.getPtrTy());
      CallInst* call =
          builder.CreateCall(module.getOrInsertFunction(kJoinedAll, builder.getVoidTy(), builder.getPtrTy()), {what});
      if (mark.creation == nullptr) continue;
      MDNode* pair = MDNode::getDistinct(context, {});
      call->setMetadata(kJoinedAll, pair);
      mark.creation->setMetadata(kJoinedAll, pair);
    }
  }
}

}  // namespace heddle::analysis
