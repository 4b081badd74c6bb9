// What becomes of values that are read (model/flows.h), for property-driven pruning: for each hooked load, forward over
// the uses of its value, through arithmetic, calls of functions with a body and their returns, up to the stores that it
// ends in. Whatever else uses it may decide about anything: an address, an argument of a library function, a slot of
// the stack that has no hooks.
//
// A conditional branch on such a value is followed if all ways from it meet again and nothing stands between but plain
// accesses to global variables and arithmetic (the paper's other branch, Wang et al. 2008, section 3.2). It gets a
// hook, heddle_branch, so that the accesses count with the locks that are held there; whatever is computed between and
// used after it depends on the value as well. A loop is such a place, too: the way back to its head is one of the ways.
// Blocks that end the process at once (a failed assertion) count as none: what is cut off races with nobody.
//
// Upper bounds, always: what is not understood leaves the read out of the table.
//
// Main functions: read_flows; Slice::follow (one load), Divide::read (one branch); beyond_memory.
#include <deque>
#include <map>

#include "instrument/context.h"
#include "instrument/flow_helpers.h"
#include "ir/library_bitcode.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "model/flow_calls.h"

namespace heddle {

using namespace llvm;

namespace {

constexpr unsigned kMostValues = 400, kMostBlocks = 48;

}  // namespace

std::uint32_t site_argument(const CallBase& hook) {
  return static_cast<std::uint32_t>(cast<ConstantInt>(hook.getArgOperand(hook.arg_size() - 1))->getZExtValue());
}

std::uint32_t site_of_access(const Instruction& access, const Value* pointer) {
  const Instruction* before = &access;
  for (unsigned i = 0; i < 4 && (before = before->getPrevNode()) != nullptr; ++i) {
    if (!hook_kind(*before)) continue;
    const auto hooked = hooked_access(*before);
    if (hooked && hooked->pointer == pointer && hooked->write == isa<StoreInst>(access))
      return site_argument(cast<CallBase>(*before));
  }
  return 0;
}

static bool is_hook(const Instruction& instruction, StringRef name) {
  auto* call = dyn_cast<CallBase>(&instruction);
  return call != nullptr && call->getCalledFunction() != nullptr && call->getCalledFunction()->getName() == name;
}

bool is_harmless_intrinsic(const CallBase& call) {
  auto* intrinsic = dyn_cast<IntrinsicInst>(&call);
  if (intrinsic == nullptr) return false;
  return isa<DbgInfoIntrinsic>(call) || intrinsic->isLifetimeStartOrEnd() ||
         intrinsic->getIntrinsicID() == Intrinsic::assume || !intrinsic->mayReadOrWriteMemory();
}

bool tells_length(const CallBase& call) {
  if (!call.getCalledFunction()->isVarArg()) return false;
  StringRef format;
  if (!getConstantStringInfo(call.getArgOperand(call.getFunctionType()->getNumParams() - 1), format)) return true;
  for (std::size_t at = 0; (at = format.find('%', at)) != StringRef::npos; ++at) {
    at = format.find_first_not_of("0123456789+-# '*.$hlLqjzt", at + 1);
    if (at == StringRef::npos || format[at] == 'n') return true;
  }
  return false;
}

bool is_of_tool(const Instruction& instruction) {
  const Value* pointer = getLoadStorePointerOperand(&instruction);
  return concerns_tool(instruction) || (pointer != nullptr && pointer->getName() == "heddle_call_site");
}

bool ends_process(const BasicBlock& block) {
  if (!isa<UnreachableInst>(block.getTerminator())) return false;
  for (const Instruction& instruction : block) {
    auto* call = dyn_cast<CallBase>(&instruction);
    if (call == nullptr) {
      if (instruction.mayReadOrWriteMemory() && !is_of_tool(instruction)) return false;
      continue;
    }
    const Function* callee = call->getCalledFunction();
    if (callee == nullptr || (!is_harmless_intrinsic(*call) && !ends_process_at_once(callee->getName().str()) &&
                              hook_kind(callee) != HookKind::End && hook_kind(callee) != HookKind::Decision))
      return false;
  }
  return true;
}

namespace {

// A terminator with several ways, and what lies between it and where they meet.
class Divide {
 public:
  explicit Divide(const Instruction& terminator) : terminator_(terminator) {}

  bool read() {
    SmallVector<const BasicBlock*, 4> ways;
    for (const BasicBlock* next : successors(terminator_.getParent()))
      if (!ends_process(*next)) ways.push_back(next);
    SmallSetVector<const BasicBlock*, 16> candidates(ways.begin(), ways.end());
    for (unsigned i = 0; i < candidates.size() && i < kMostBlocks; ++i) {
      if (meets_at(candidates[i], ways)) return read_contents();
      for (const BasicBlock* next : successors(candidates[i])) candidates.insert(next);
    }
    return false;
  }

  const SetVector<const BasicBlock*>& between() const { return between_; }
  const BasicBlock* meeting() const { return meeting_; }
  const std::vector<FlowFacts::Touch>& touches() const { return touches_; }

 private:
  bool meets_at(const BasicBlock* meeting, ArrayRef<const BasicBlock*> ways) {
    between_.clear();
    meeting_ = meeting;
    for (const BasicBlock* way : ways)
      if (way != meeting) between_.insert(way);
    for (unsigned i = 0; i < between_.size(); ++i) {
      if (between_.size() > kMostBlocks) return false;
      const Instruction* end = between_[i]->getTerminator();
      if (!isa<BranchInst>(end) && !isa<SwitchInst>(end)) return false;
      for (const BasicBlock* next : successors(between_[i]))
        if (next != meeting && !ends_process(*next)) between_.insert(next);
    }
    return true;
  }

  bool read_contents() {
    for (const BasicBlock* block : between_)
      for (const Instruction& instruction : *block)
        if (!read_instruction(instruction)) return false;
    return true;
  }

  bool read_instruction(const Instruction& instruction) {
    if (const auto hooked = hooked_access(instruction)) {
      const auto* global = dyn_cast<GlobalVariable>(getUnderlyingObject(hooked->pointer, 0));
      if (global == nullptr || global->isThreadLocal() || !hooked->size) return false;
      if (global->isConstant()) return true;
      const std::uint64_t size = global->getParent()->getDataLayout().getTypeAllocSize(global->getValueType());
      touches_.push_back({global->getName().str(), size, hooked->write, site_argument(cast<CallBase>(instruction))});
      return true;
    }
    if (const auto kind = hook_kind(instruction))
      return kind == HookKind::BackEdge || kind == HookKind::Outside || kind == HookKind::Decision ||
             kind == HookKind::End;
    if (auto* call = dyn_cast<CallBase>(&instruction)) return is_harmless_intrinsic(*call);
    if (auto* store = dyn_cast<StoreInst>(&instruction))
      return is_of_tool(instruction) || site_of_access(*store, store->getPointerOperand()) != 0;
    if (auto* load = dyn_cast<LoadInst>(&instruction)) return !load->isAtomic();
    return !instruction.mayReadOrWriteMemory() && !instruction.mayThrow();
  }

  const Instruction& terminator_;
  SetVector<const BasicBlock*> between_;
  const BasicBlock* meeting_ = nullptr;
  std::vector<FlowFacts::Touch> touches_;
};

class Flower {
 public:
  explicit Flower(Context& context) : context_(context) {}

  void read() {
    for (Function& function : context_.module)
      for (Instruction& instruction : instructions(function)) {
        if (auto* load = dyn_cast<LoadInst>(&instruction)) {
          if (const std::uint32_t site = site_of_access(*load, load->getPointerOperand())) follow(*load, site);
        } else if (is_hook(instruction, "heddle_atomic_load") || is_hook(instruction, "heddle_atomic_rmw")) {
          follow(instruction, site_argument(cast<CallBase>(instruction)));
        }
      }
    for (const auto& [terminator, number] : numbers_) {
      IRBuilder<> builder(const_cast<Instruction*>(terminator));
      context_.hooks.call(builder, "heddle_branch", {builder.getInt32(number)});
    }
  }

 private:
  struct Slice {
    SmallSetVector<const Value*, 32> values;
    SmallSetVector<const Instruction*, 8> divides;
    std::vector<std::uint32_t> stores;
  };

  void follow(const Instruction& read, std::uint32_t site) {
    Slice slice;
    slice.values.insert(&read);
    for (unsigned i = 0; i < slice.values.size(); ++i) {
      if (slice.values.size() > kMostValues) return;
      for (const Use& use : slice.values[i]->uses())
        if (!follow(use, slice)) return;
    }
    FlowFacts::Read fact{site, std::move(slice.stores), {}};
    for (const Instruction* terminator : slice.divides) fact.branches.push_back(number_of(*terminator));
    context_.out.flows.reads.push_back(std::move(fact));
  }

  bool follow(const Use& use, Slice& slice) {
    const auto* user = dyn_cast<Instruction>(use.getUser());
    if (user == nullptr) return false;
    if (auto* store = dyn_cast<StoreInst>(user)) {
      const std::uint32_t site = site_of_access(*store, store->getPointerOperand());
      // A private slot that one access alone has a hook for, because of its bounds: others read it unseen.
      if (site == 0 || use.getOperandNo() != 0 || context_.unbounded.contains(store)) return false;
      slice.stores.push_back(site);
      return true;
    }
    if (isa<BinaryOperator>(user) || isa<UnaryOperator>(user) || isa<CastInst>(user) || isa<CmpInst>(user) ||
        isa<SelectInst>(user) || isa<PHINode>(user) || isa<FreezeInst>(user) || isa<ExtractValueInst>(user) ||
        isa<InsertValueInst>(user) || isa<GetElementPtrInst>(user))
      return slice.values.insert(user), true;
    if (isa<BranchInst>(user) || isa<SwitchInst>(user)) return follow_divide(*user, slice);
    if (isa<ReturnInst>(user)) return follow_return(*user->getFunction(), slice);
    if (auto* call = dyn_cast<CallBase>(user)) return follow_call(*call, use, slice);
    return false;
  }

  bool follow_call(const CallBase& call, const Use& use, Slice& slice) {
    const Function* callee = call.getCalledFunction();
    if (callee == nullptr || !call.isArgOperand(&use)) return false;
    const unsigned argument = call.getArgOperandNo(&use);
    if (callee->isIntrinsic()) {
      if (!is_harmless_intrinsic(call)) return false;
      slice.values.insert(&call);
      return true;
    }
    if (hook_kind(callee)) {
      const bool stores = is_hook(call, "heddle_atomic_store") || is_hook(call, "heddle_atomic_rmw");
      if (!stores || argument != 1) return false;
      slice.stores.push_back(site_argument(call));
      return true;
    }
    if (callee->isDeclaration()) {  // what is only written out
      if (!only_writes_out(callee->getName().str()) || use->getType()->isPointerTy() || tells_length(call))
        return false;
      slice.values.insert(&call);
      return true;
    }
    if (argument >= callee->arg_size()) return false;
    slice.values.insert(callee->getArg(argument));
    return true;
  }

  bool follow_return(const Function& function, Slice& slice) {
    const auto is_use = [](const User* user) { return isa<Instruction>(user); };
    if (function.getName() == "main" && none_of(function.users(), is_use)) return true;  // C programs may call it
    if (function.hasAddressTaken() || !function.hasLocalLinkage()) return false;
    for (const User* user : function.users()) {
      auto* call = dyn_cast<CallBase>(user);
      if (call == nullptr || call->getCalledFunction() != &function) return false;
      slice.values.insert(call);
    }
    return true;
  }

  bool follow_divide(const Instruction& terminator, Slice& slice) {
    if (slice.divides.contains(&terminator)) return true;
    unsigned ways = 0;
    for (const BasicBlock* next : successors(terminator.getParent())) ways += !ends_process(*next);
    if (ways < 2) return true;
    Divide divide(terminator);
    if (context_.options.visible == Visibility::All || !divide.read()) return false;
    slice.divides.insert(&terminator);
    known_.try_emplace(&terminator, divide.touches());
    for (const PHINode& phi : divide.meeting()->phis()) slice.values.insert(&phi);
    for (const BasicBlock* block : divide.between())
      for (const Instruction& instruction : *block)
        for (const User* user : instruction.users())
          if (!divide.between().contains(cast<Instruction>(user)->getParent())) slice.values.insert(&instruction);
    return true;
  }

  std::uint32_t number_of(const Instruction& terminator) {
    std::vector<std::vector<FlowFacts::Touch>>& list = context_.out.flows.branches;
    const auto [at, fresh] = numbers_.try_emplace(&terminator, static_cast<std::uint32_t>(list.size()));
    if (fresh) list.push_back(known_[&terminator]);
    return at->second;
  }

  Context& context_;
  std::map<const Instruction*, std::vector<FlowFacts::Touch>> known_;
  MapVector<const Instruction*, std::uint32_t> numbers_;
};

// Puts a hook before each call of the program. False: it may also be called by a pointer.
bool announce_calls(Context& context, Function& function) {
  SmallVector<CallBase*, 8> calls;
  for (User* user : function.users()) {
    auto* call = dyn_cast<CallBase>(user);
    if (auto* within = dyn_cast<Instruction>(user); within != nullptr && within->getFunction()->hasFnAttribute(kUnseen))
      continue;
    if (call == nullptr || call->getCalledFunction() != &function) return false;
    for (const Use& argument : call->args())
      if (argument.get() == &function) return false;
    calls.push_back(call);
  }
  for (CallBase* call : calls) {
    IRBuilder<> builder(call);
    context.hooks.call(builder, "heddle_branch", {builder.getInt32(kBeyondMemory)});
  }
  return true;
}

// By others than our models, directly or in a table.
bool is_used_by_program(const Function& function) {
  SmallSetVector<const Value*, 16> reached;
  reached.insert(&function);
  for (unsigned i = 0; i < reached.size(); ++i)
    for (const User* user : reached[i]->users()) {
      if (isa<Constant>(user))
        reached.insert(user);
      else if (!cast<Instruction>(user)->getFunction()->hasFnAttribute(kUnseen))
        return true;
    }
  return false;
}

// The first thing that the program refers to and by which threads could learn of each other, beyond memory and
// synchronisation objects: sockets, random numbers of the system, everything unknown. Where only the calls themselves
// matter (files that are read, clocks) they are announced instead, and count where they are made.
std::string beyond_memory(Context& context) {
  for (Function& function : context.module) {
    const bool unseen = function.hasFnAttribute(kUnseen);
    if ((!unseen && !function.isDeclaration()) || function.isIntrinsic() || hook_kind(&function)) continue;
    if (!is_used_by_program(function)) continue;  // a part of our models
    const std::string name = function.getName().str();
    if (!unseen && stays_in_memory(name)) continue;
    if (!matters_while_called(name) || !announce_calls(context, function))
      return unseen ? "files, pipes or sockets: " + name : name;
  }
  if (context.out.uses_library_state || context.out.locks_streams) return "library functions with a state of their own";
  if (context.out.cancels_threads) return "pthread_cancel";
  if (context.out.tries_to_join) return "joins that may come back early";
  return {};
}

}  // namespace

void read_flows(Context& context) {
  context.out.flows.beyond_memory = beyond_memory(context);
  if (!context.out.flows.beyond_memory.empty()) return;
  Flower(context).read();
  if (context.options.visible == Visibility::Sync) find_inert_locks(context);
}

}  // namespace heddle
