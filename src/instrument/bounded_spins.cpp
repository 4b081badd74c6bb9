// A loop that tries something a fixed number of times before it does something else, as semaphores and mutexes do
// before they sleep:
//
//   for (int spin = 1024; spin > 0; --spin) {
//     old = count.load();
//     if (old > 0 && count.compare_exchange_strong(old, old - 1)) return true;
//   }
//   ... sleep
//
// tries once (twice if a round makes plain accesses). Nothing is lost and nothing is added, provided that a round which
// goes on to the next one has changed nothing and hands nothing over to the next but the count. Rounds that fail can
// then be left out of an execution: what is left is an execution with fewer edges of happens-before, with the same last
// round. And where a thread fails once it can fail as often as it likes, right there, before anybody else moves. (A
// race may be with a plain access of a round that is not the last one, so that one and the last are kept.) Without this
// each of a thousand rounds is a place where others can come first, for each thread that waits.
//
// What a round hands over is read off the function after promotion of its variables to registers, on a copy; what is
// replaced is only the condition under which the loop gives up. This comes before everything else, so that check and
// replay, which keep variables in memory, do the same.
//
// Main functions: shorten_spins, Round::is_in_vain (the loop), Calls::look_at (functions that it calls).
#include <optional>

#include "instrument/assembly_text.h"
#include "instrument/context.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

namespace heddle {

using namespace llvm;

namespace {

// What a function does to memory that is not its own.
enum class Doing : std::uint8_t {
  Reads,       // atomic loads alone
  ReadsPlain,  // plain loads, too
  Exchanges,   // returns whether a compare-and-exchange has succeeded, and has done nothing else
  Any
};

const Value* underlying_object(const Value* pointer) { return getUnderlyingObject(pointer); }
bool is_local(const Value* pointer) { return isa<AllocaInst>(underlying_object(pointer)); }

bool is_marker(const Instruction& instruction) {
  if (isa<DbgInfoIntrinsic>(instruction) || isa<LifetimeIntrinsic>(instruction)) return true;
  auto* call = dyn_cast<IntrinsicInst>(&instruction);
  return call != nullptr && (call->isAssumeLikeIntrinsic() || call->doesNotAccessMemory() ||
                             call->getCalledFunction()->getName() == "llvm.x86.sse2.pause");
}

bool is_pause(const CallBase& call) {
  auto* assembly = dyn_cast<InlineAsm>(call.getCalledOperand());
  return assembly != nullptr && call.getType()->isVoidTy() && is_harmless_assembly(*assembly);
}

bool is_exchange_of_std(StringRef name) {
  return (name.starts_with("_ZNSt13__atomic_baseI") || name.starts_with("_ZNSt6atomicI") ||
          name.starts_with("_ZNVSt13__atomic_baseI") || name.starts_with("_ZNVSt6atomicI")) &&
         name.contains("compare_exchange_");
}

// The function's own parameter, but not the first one, in a register or in its place on the stack.
bool is_later_parameter(const Value* pointer) {
  if (auto* load = dyn_cast<LoadInst>(pointer))
    if (auto* place = dyn_cast<AllocaInst>(load->getPointerOperand())) {
      const StoreInst* only = nullptr;
      for (const User* user : place->users())
        if (auto* store = dyn_cast<StoreInst>(user)) {
          if (only != nullptr || store->getPointerOperand() != place) return false;
          only = store;
        }
      pointer = only != nullptr ? only->getValueOperand() : pointer;
    }
  auto* parameter = dyn_cast<Argument>(pointer);
  return parameter != nullptr && parameter->getArgNo() > 0;
}

// A compare-and-exchange that fails writes what it has found to where the expected value was.
bool writes_to_locals(const CallBase& exchange, bool or_parameters) {
  for (unsigned i = 1; i < exchange.arg_size(); ++i) {
    const Value* argument = exchange.getArgOperand(i);
    if (argument->getType()->isPointerTy() && !is_local(argument) && !(or_parameters && is_later_parameter(argument)))
      return false;
  }
  return true;
}

class Calls {
 public:
  Doing effect(const CallBase& call) {
    const Function* callee = call.getCalledFunction();
    if (is_pause(call)) return Doing::Reads;
    return callee == nullptr ? Doing::Any : effect(*callee);
  }

 private:
  Doing effect(const Function& function) {
    const auto [known, is_new] = known_.try_emplace(&function, Doing::Any);  // of one that calls itself
    if (!is_new) return known->second;
    const Doing found = look_at(function);
    return known_[&function] = found;
  }

  Doing look_at(const Function& function) {
    if (function.getName() == "sched_yield") return Doing::Reads;
    if (function.isDeclaration()) return Doing::Any;
    if (is_exchange_of_std(function.getName())) return Doing::Exchanges;
    SmallVector<std::pair<const BasicBlock*, const BasicBlock*>> cycles;
    FindFunctionBackedges(function, cycles);
    Doing all = Doing::Reads;
    for (const Instruction& instruction : instructions(function)) {
      if (isa<UnreachableInst>(instruction.getParent()->getTerminator()))
        continue;  // the caller's loop ends there, too
      const Doing one = cycles.empty() ? look_at(instruction) : Doing::Any;
      if (one == Doing::Exchanges && !(instruction.hasOneUse() && isa<ReturnInst>(instruction.user_back()) &&
                                       writes_to_locals(cast<CallBase>(instruction), true)))
        return Doing::Any;
      all = std::max(all, one);
    }
    return all;
  }

  Doing look_at(const Instruction& instruction) {
    if (is_marker(instruction)) return Doing::Reads;
    if (auto* call = dyn_cast<CallBase>(&instruction)) return effect(*call);
    if (auto* load = dyn_cast<LoadInst>(&instruction))
      return load->isAtomic() || is_local(load->getPointerOperand()) ? Doing::Reads : Doing::ReadsPlain;
    if (auto* store = dyn_cast<StoreInst>(&instruction))
      return is_local(store->getPointerOperand()) && !store->isAtomic() ? Doing::Reads : Doing::Any;
    return instruction.mayHaveSideEffects() && !isa<FenceInst>(instruction) ? Doing::Any : Doing::Reads;
  }

  DenseMap<const Function*, Doing> known_;
};

// Where a loop gives up: the block, and which way its branch goes then.
struct GivingUp {
  BasicBlock* block;
  unsigned way;
};

// A loop of a function whose variables are in registers.
class Round {
 public:
  Round(const Loop& loop, const DominatorTree& dominators, Calls& calls)
      : loop_(loop), dominators_(dominators), calls_(calls) {}

  bool is_in_vain() {
    for (const BasicBlock* block : loop_.blocks())
      for (const Instruction& instruction : *block)
        if (!changes_nothing(instruction)) return false;
    return all_of(locals_, [&](const AllocaInst* local) { return is_written_first(*local); });
  }

  bool makes_plain_accesses() const { return plain_; }

  // There is another way out, but for those to the end of the program. A loop that just counts its rounds is no spin.
  bool may_succeed(const GivingUp& at) const {
    if (loop_.contains(at.block->getTerminator()->getSuccessor(at.way))) return true;  // the other one meets it: a && b
    SmallVector<Loop::Edge, 4> ways;
    loop_.getExitEdges(ways);
    return count_if(ways, [](const Loop::Edge& way) { return !isa<UnreachableInst>(way.second->getTerminator()); }) > 1;
  }

  // All that is handed over is the count, and nobody wants to know it but the branch.
  std::optional<GivingUp> giving_up() {
    std::optional<GivingUp> result;
    for (const PHINode& phi : loop_.getHeader()->phis()) {
      SmallVector<const Value*, 8> work{&phi};
      SmallPtrSet<const Value*, 8> seen;
      while (!work.empty()) {
        const Value* value = work.pop_back_val();
        if (!seen.insert(value).second) continue;
        for (const User* user : value->users()) {
          auto* next = dyn_cast<Instruction>(user);
          if (next == nullptr || !loop_.contains(next)) return std::nullopt;
          if (auto* comparison = dyn_cast<ICmpInst>(next)) {
            if (result || !(result = given_up_by(*comparison, phi))) return std::nullopt;
          } else if (next == &phi || is_step(*next)) {
            work.push_back(next);
          } else {
            return std::nullopt;
          }
        }
      }
    }
    return result;
  }

 private:
  bool changes_nothing(const Instruction& instruction) {
    if (is_marker(instruction) || isa<FenceInst>(instruction)) return true;
    if (auto* load = dyn_cast<LoadInst>(&instruction)) {
      note(load->getPointerOperand());
      plain_ |= !load->isAtomic() && !is_local(load->getPointerOperand());
      return true;
    }
    if (auto* store = dyn_cast<StoreInst>(&instruction)) {
      note(store->getPointerOperand());
      return is_local(store->getPointerOperand()) && !store->isAtomic();
    }
    if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
      return any_of(exchange->users(), [&](const User* part) {
        auto* success = dyn_cast<ExtractValueInst>(part);
        return success != nullptr && success->getIndices()[0] == 1 && leaves(instruction, *success, true);
      });
    if (auto* call = dyn_cast<CallBase>(&instruction)) {
      for (const Value* argument : call->args()) note(argument);
      const Doing effect = calls_.effect(*call);
      plain_ |= effect == Doing::ReadsPlain ||
                (effect == Doing::Exchanges && !is_exchange_of_std(call->getCalledFunction()->getName()));
      return effect == Doing::Exchanges ? leaves(*call, *call, true) && writes_to_locals(*call, false)
                                        : effect != Doing::Any;
    }
    return !instruction.mayHaveSideEffects();
  }

  void note(const Value* pointer) {
    if (pointer->getType()->isPointerTy())
      if (auto* local = dyn_cast<AllocaInst>(underlying_object(pointer))) locals_.insert(local);
  }

  // Nothing in it lives on from one round to the next, and nobody else sees it: each round begins by writing all of it,
  // or does not write at all.
  bool is_written_first(const AllocaInst& local) {
    SmallVector<const Instruction*, 8> uses;
    const bool known = collect_uses(local, uses);
    plain_ |= !known;  // others may have its address
    const bool written = any_of(uses, [&](const Instruction* use) { return loop_.contains(use) && writes(*use); });
    return !written || (known && any_of(uses, [&](const Instruction* first) {
                          return loop_.contains(first) && is_whole_write(*first, local) &&
                                 all_of(uses, [&](const Instruction* use) {
                                   return use == first || !loop_.contains(use) || dominators_.dominates(first, use);
                                 });
                        }));
  }

  bool writes(const Instruction& use) const {
    if (auto* call = dyn_cast<CallBase>(&use))
      return !isa<IntrinsicInst>(use) && calls_.effect(*call) == Doing::Exchanges;
    return isa<StoreInst>(use);
  }

  // False: the address goes where it cannot be followed.
  bool collect_uses(const Value& pointer, SmallVectorImpl<const Instruction*>& uses) const {
    return all_of(pointer.users(), [&](const User* user) {
      auto* use = cast<Instruction>(user);
      if (isa<LifetimeIntrinsic>(use) && cast<IntrinsicInst>(use)->getIntrinsicID() == Intrinsic::lifetime_end)
        return true;
      uses.push_back(use);
      if (isa<GetElementPtrInst>(use)) return collect_uses(*use, uses);
      if (auto* store = dyn_cast<StoreInst>(use)) return store->getValueOperand() != &pointer;
      if (auto* call = dyn_cast<CallBase>(use)) return is_marker(*call) || calls_.effect(*call) != Doing::Any;
      return isa<LoadInst>(use);
    });
  }

  static bool is_whole_write(const Instruction& instruction, const AllocaInst& local) {
    if (auto* begin = dyn_cast<IntrinsicInst>(&instruction))
      return begin->getIntrinsicID() == Intrinsic::lifetime_start;
    auto* store = dyn_cast<StoreInst>(&instruction);
    return store != nullptr && store->getPointerOperand() == &local &&
           store->getValueOperand()->getType() == local.getAllocatedType() && !local.isArrayAllocation();
  }

  // An exchange that has succeeded ends the loop: every way on from there leads through a branch on the result, out.
  bool leaves(const Instruction& exchange, const Value& result, bool success) const {
    return any_of(result.users(), [&](const User* user) {
      if (isa<ZExtInst>(user) || isa<TruncInst>(user) || isa<FreezeInst>(user)) return leaves(exchange, *user, success);
      if (auto* negation = dyn_cast<BinaryOperator>(user))
        return is_flip(*negation) && leaves(exchange, *user, !success);
      if (auto* phi = dyn_cast<PHINode>(user)) return decides_its_block(*phi) && leaves(exchange, *user, success);
      auto* branch = dyn_cast<BranchInst>(user);
      if (branch == nullptr || !leads_out(*branch, success ? 0 : 1)) return false;
      auto* way = const_cast<BasicBlock*>(branch->getParent());
      auto* begin = const_cast<BasicBlock*>(exchange.getParent());
      SmallPtrSet<BasicBlock*, 1> around{way};
      return way == begin || !isPotentiallyReachable(begin, loop_.getLoopLatch(), &around, &dominators_);
    });
  }
  static bool is_flip(const BinaryOperator& operation) {
    auto* one = dyn_cast<ConstantInt>(operation.getOperand(1));
    return operation.getOpcode() == Instruction::Xor && one != nullptr && one->isOne();
  }
  // a && b: the block in which both ways meet branches on the result and does nothing else with it.
  static bool decides_its_block(const PHINode& phi) {
    auto* branch = dyn_cast<BranchInst>(phi.getParent()->getTerminator());
    return branch != nullptr && branch->isConditional() && branch->getCondition() == &phi && phi.hasOneUse();
  }

  static bool is_step(const Instruction& instruction) {
    if (instruction.getOpcode() != Instruction::Add) return false;
    auto* step = dyn_cast<ConstantInt>(instruction.getOperand(1));
    return step != nullptr && (step->isOne() || step->isMinusOne());
  }

  std::optional<GivingUp> given_up_by(const ICmpInst& comparison, const PHINode& count) const {
    if (!comparison.hasOneUse()) return std::nullopt;
    auto* branch = dyn_cast<BranchInst>(comparison.user_back());
    if (branch == nullptr || !branch->isConditional()) return std::nullopt;
    for (unsigned way : {0U, 1U})
      if (leads_out(*branch, way) && comes_to_it(comparison, way == 1, count))
        return GivingUp{const_cast<BasicBlock*>(branch->getParent()), way};
    return std::nullopt;
  }

  // Out of the loop, directly or through blocks in which ways meet and part again by what they have brought along: the
  // end of a && b, and of scopes that are left by a jump.
  bool leads_out(const BranchInst& branch, unsigned way) const {
    const BasicBlock *from = branch.getParent(), *to = branch.getSuccessor(way);
    if (branch.getSuccessor(0) == branch.getSuccessor(1)) return false;
    DenseMap<const Value*, const ConstantInt*> brought;
    for (unsigned steps = 0; steps < 8 && to != loop_.getHeader(); ++steps) {
      if (!loop_.contains(to)) return true;
      for (const PHINode& phi : to->phis()) brought[&phi] = number(phi.getIncomingValueForBlock(from), brought);
      from = to;
      const Instruction* end = from->getTerminator();
      const ConstantInt* known = nullptr;
      if (auto* parting = dyn_cast<SwitchInst>(end)) {
        known = number(parting->getCondition(), brought);
        to = known != nullptr ? parting->findCaseValue(known)->getCaseSuccessor() : nullptr;
      } else if (auto* next = dyn_cast<BranchInst>(end)) {
        known = next->isConditional() ? number(next->getCondition(), brought) : nullptr;
        to = next->isUnconditional() ? next->getSuccessor(0)
             : known != nullptr      ? next->getSuccessor(known->isOne() ? 0 : 1)
                                     : nullptr;
      } else {
        return false;
      }
      if (to == nullptr) return false;
    }
    return false;
  }
  static const ConstantInt* number(const Value* value, const DenseMap<const Value*, const ConstantInt*>& brought) {
    auto* constant = dyn_cast<ConstantInt>(value);
    return constant != nullptr ? constant : brought.lookup(value);
  }

  // The loop goes on while the comparison holds (or not): the count, one up or down in each round, ends that.
  bool comes_to_it(const ICmpInst& comparison, bool goes_on, const PHINode& count) const {
    const Value *left = comparison.getOperand(0), *limit = comparison.getOperand(1);
    ICmpInst::Predicate predicate = goes_on ? comparison.getPredicate() : comparison.getInversePredicate();
    if (loop_.isLoopInvariant(left)) {
      std::swap(left, limit);
      predicate = ICmpInst::getSwappedPredicate(predicate);
    }
    if (!loop_.isLoopInvariant(limit) || count.getNumIncomingValues() != 2) return false;
    const Value* next = count.getIncomingValue(loop_.contains(count.getIncomingBlock(0)) ? 0 : 1);
    auto* addition = dyn_cast<Instruction>(next);
    if (addition == nullptr || !is_step(*addition) || addition->getOperand(0) != &count) return false;
    if (left != &count && left != addition) return false;
    const bool up = cast<ConstantInt>(addition->getOperand(1))->isOne();
    auto* number = dyn_cast<ConstantInt>(limit);
    switch (predicate) {
      case ICmpInst::ICMP_NE:
        return true;
      case ICmpInst::ICMP_SLT:
      case ICmpInst::ICMP_ULT:
        return up;
      case ICmpInst::ICMP_SGT:
      case ICmpInst::ICMP_UGT:
        return !up;
      case ICmpInst::ICMP_SLE:
        return up && number != nullptr && !number->isMaxValue(true);
      case ICmpInst::ICMP_ULE:
        return up && number != nullptr && !number->isMaxValue(false);
      case ICmpInst::ICMP_SGE:
        return !up && number != nullptr && !number->isMinValue(true);
      case ICmpInst::ICMP_UGE:
        return !up && number != nullptr && !number->isMinValue(false);
      default:
        return false;
    }
  }

  const Loop& loop_;
  const DominatorTree& dominators_;
  Calls& calls_;
  SmallPtrSet<const AllocaInst*, 4> locals_;  // what the loop uses of its function's stack
  bool plain_ = false;
};

// Gives up after so many rounds.
void limit_rounds(Loop& loop, GivingUp at, unsigned rounds) {
  BasicBlock& head = *loop.getHeader();
  IRBuilder<> builder(&head, head.begin());
  PHINode* round = builder.CreatePHI(builder.getInt8Ty(), 2);
  builder.SetInsertPoint(&head, head.getFirstInsertionPt());
  Value* next = builder.CreateAdd(round, builder.getInt8(1));
  for (BasicBlock* from : predecessors(&head))
    round->addIncoming(loop.contains(from) ? next : builder.getInt8(0), from);
  auto* branch = cast<BranchInst>(at.block->getTerminator());
  builder.SetInsertPoint(branch);
  Value* enough =
      builder.CreateICmpUGE(loop.isLoopLatch(at.block) ? next : round, builder.getInt8(static_cast<uint8_t>(rounds)));
  branch->setCondition(at.way == 0 ? builder.CreateOr(branch->getCondition(), enough)
                                   : builder.CreateAnd(branch->getCondition(), builder.CreateNot(enough)));
}

void promote_variables(Function& function, DominatorTree& dominators) {
  std::vector<AllocaInst*> variables;
  for (Instruction& instruction : function.getEntryBlock())
    if (auto* variable = dyn_cast<AllocaInst>(&instruction); variable != nullptr && isAllocaPromotable(variable))
      variables.push_back(variable);
  PromoteMemToReg(variables, dominators);
}

// Before the function is copied: an atomic access or a call, and no store to others' memory.
bool may_be_a_spin(const Loop& loop, Calls& calls) {
  bool looks = false;
  for (const BasicBlock* block : loop.blocks())
    for (const Instruction& instruction : *block) {
      if (is_marker(instruction)) continue;
      auto* call = dyn_cast<CallBase>(&instruction);
      if (call != nullptr && calls.effect(*call) == Doing::Any) return false;
      if (auto* store = dyn_cast<StoreInst>(&instruction); store && !is_local(store->getPointerOperand())) return false;
      if (isa<AtomicRMWInst>(instruction)) return false;
      looks |= call != nullptr || instruction.isAtomic();
    }
  return looks;
}

void shorten_spins(Function& function, Calls& calls) {
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  SmallVector<Loop*, 4> candidates;
  for (Loop* loop : loops.getLoopsInPreorder())
    if (loop->isInnermost() && loop->getLoopLatch() != nullptr && may_be_a_spin(*loop, calls))
      candidates.push_back(loop);
  if (candidates.empty()) return;
  ValueToValueMapTy copies;
  Function* copy = CloneFunction(&function, copies);
  DominatorTree copied_dominators(*copy);
  promote_variables(*copy, copied_dominators);
  LoopInfo copied_loops(copied_dominators);
  DenseMap<const BasicBlock*, BasicBlock*> originals;
  for (BasicBlock& block : function) originals[cast<BasicBlock>(copies[&block])] = &block;
  for (Loop* loop : candidates) {
    Loop* copied = copied_loops.getLoopFor(cast<BasicBlock>(copies[loop->getHeader()]));
    Round round(*copied, copied_dominators, calls);
    if (!round.is_in_vain()) continue;
    if (std::optional<GivingUp> at = round.giving_up(); at && round.may_succeed(*at))
      limit_rounds(*loop, {originals[at->block], at->way}, round.makes_plain_accesses() ? 2 : 1);
  }
  copy->eraseFromParent();
}

}  // namespace

void shorten_spins(Module& module) {
  Calls calls;
  std::vector<Function*> functions;
  for (Function& function : module)
    if (is_hookable(function)) functions.push_back(&function);
  for (Function* function : functions) shorten_spins(*function, calls);
}

}  // namespace heddle
