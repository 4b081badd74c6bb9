// Mutexes that guard nothing but values which decide nothing: counters, sums, the last of something. Property-driven
// pruning takes no notice of their sections (search/pruning.h): it explores the program as if they were not there, and
// asks in addition whether what they order is ordered without them.
//
// A mutex is inert if
//  * it is a global variable with the plain static initialiser, and nothing is done with its address but lock and
//  unlock;
//  * from every lock all ways lead to an unlock, in the same function, over nothing but plain loads, arithmetic, output
//  and
//    stores to the variables that it guards; there is no other way into such a section, and no other unlock. So nobody
//    ever waits for it where threads can be switched, and who is in it comes out;
//  * the variables that it guards are global, accessed at constant places, and their addresses go nowhere else. What is
//    read of them, in a section or not, ends in variables of the same mutex (flows.cpp) and decides about no branch.
//    (About the end of the process it may: the search has to look.)
//
// Main functions: find_inert_locks; Inert::is_one -> read_section, knows_uses, decides_nothing.
#include <map>
#include <set>

#include "instrument/context.h"
#include "instrument/flow_helpers.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "model/flow_calls.h"

namespace heddle {

using namespace llvm;

namespace {

bool calls(const Instruction& instruction, StringRef name, const Value* lock) {
  auto* call = dyn_cast<CallInst>(&instruction);
  return call != nullptr && call->getCalledFunction() != nullptr && call->getCalledFunction()->getName() == name &&
         call->arg_size() == 1 && call->getArgOperand(0) == lock;
}

// The variable that lies at this constant place, if all these bytes do.
const GlobalVariable* variable_at(const Value* pointer, std::uint64_t size, const DataLayout& layout) {
  APInt offset(64, 0);
  auto* global = dyn_cast<GlobalVariable>(pointer->stripAndAccumulateConstantOffsets(layout, offset, true));
  if (global == nullptr || global->isThreadLocal() || !global->hasInitializer() || offset.isNegative()) return nullptr;
  const std::uint64_t room = layout.getTypeAllocSize(global->getValueType());
  return offset.getZExtValue() + size <= room ? global : nullptr;
}

class Inert {
 public:
  Inert(const Context& context, const GlobalVariable& lock) : context_(context), lock_(lock) {}

  bool is_one() {
    if (lock_.isThreadLocal() || !lock_.hasInitializer() || !lock_.getInitializer()->isNullValue()) return false;
    SmallVector<const Instruction*, 4> unlocks;
    for (const User* user : lock_.users()) {
      const auto* instruction = dyn_cast<Instruction>(user);
      if (instruction == nullptr) return false;
      if (calls(*instruction, "pthread_mutex_unlock", &lock_))
        unlocks.push_back(instruction);
      else if (!calls(*instruction, "pthread_mutex_lock", &lock_) || !read_section(*instruction))
        return false;
    }
    for (const Instruction* unlock : unlocks)
      if (!ends_.contains(unlock)) return false;
    for (const GlobalVariable* variable : guarded_)
      if (!knows_uses(*variable)) return false;
    return decides_nothing();
  }

 private:
  // From behind the lock to the unlocks.
  bool read_section(const Instruction& lock) {
    const BasicBlock* const first = lock.getParent();
    SetVector<const BasicBlock*> entered;
    std::set<const BasicBlock*> passed;
    if (!read_from(lock.getNextNode(), entered, passed)) return false;
    for (unsigned i = 0; i < entered.size(); ++i)
      if (entered[i] == first || !read_from(&entered[i]->front(), entered, passed)) return false;
    for (const BasicBlock* block : entered)
      for (const BasicBlock* before : predecessors(block))
        if (!passed.contains(before)) return false;
    return true;
  }

  // To the unlock, or to the end of the block.
  bool read_from(const Instruction* next, SetVector<const BasicBlock*>& entered, std::set<const BasicBlock*>& passed) {
    for (; !next->isTerminator(); next = next->getNextNode()) {
      if (calls(*next, "pthread_mutex_unlock", &lock_)) return ends_.insert(next), true;
      if (!may_stand_in_section(*next)) return false;
    }
    if (!isa<BranchInst>(next) && !isa<SwitchInst>(next)) return false;
    passed.insert(next->getParent());
    for (const BasicBlock* way : successors(next->getParent()))
      if (!ends_process(*way)) entered.insert(way);
    return true;
  }

  bool may_stand_in_section(const Instruction& instruction) {
    if (const auto hooked = hooked_access(instruction)) {
      if (!hooked->write) return true;
      const GlobalVariable* variable =
          hooked->size ? variable_at(hooked->pointer, *hooked->size, lock_.getParent()->getDataLayout()) : nullptr;
      if (variable != nullptr) guarded_.insert(variable);
      return variable != nullptr;
    }
    if (const auto kind = hook_kind(instruction)) return kind == HookKind::Outside || kind == HookKind::End;
    if (auto* call = dyn_cast<CallBase>(&instruction)) {
      const Function* callee = call->getCalledFunction();
      if (is_harmless_intrinsic(*call)) return true;
      return callee != nullptr && callee->isDeclaration() && !isa<InvokeInst>(call) &&
             (callee->getName() == "heddle_branch" ||
              (only_writes_out(callee->getName().str()) && callee->isVarArg() && !tells_length(*call)));
    }
    if (auto* store = dyn_cast<StoreInst>(&instruction))
      return is_of_tool(instruction) || (!store->isAtomic() && site_of_access(*store, store->getPointerOperand()) != 0);
    if (auto* load = dyn_cast<LoadInst>(&instruction)) return !load->isAtomic();
    return !instruction.mayReadOrWriteMemory() && !instruction.mayThrow();
  }

  // Everybody who accesses it is known.
  bool knows_uses(const Value& pointer) {
    const DataLayout& layout = lock_.getParent()->getDataLayout();
    for (const User* user : pointer.users()) {
      if (isa<GEPOperator>(user)) {  // as an instruction or a constant
        if (!cast<GEPOperator>(user)->hasAllConstantIndices() || !knows_uses(*user)) return false;
        continue;
      }
      const auto* instruction = dyn_cast<Instruction>(user);
      if (instruction == nullptr || !knows_use(*instruction, pointer, layout)) return false;
    }
    return true;
  }

  bool knows_use(const Instruction& instruction, const Value& pointer, const DataLayout& layout) {
    if (const auto hooked = hooked_access(instruction))
      return hooked->pointer == &pointer && hooked->size && variable_at(&pointer, *hooked->size, layout) != nullptr;
    const Type* type = nullptr;
    if (auto* load = dyn_cast<LoadInst>(&instruction); load != nullptr && !load->isAtomic()) {
      type = load->getType();
      reads_.push_back(site_of_access(*load, &pointer));
    } else if (auto* store = dyn_cast<StoreInst>(&instruction); store != nullptr && !store->isAtomic()) {
      if (store->getPointerOperand() != &pointer || store->getValueOperand() == &pointer) return false;
      type = store->getValueOperand()->getType();
      stores_.insert(site_of_access(*store, &pointer));
    }
    return type != nullptr &&
           variable_at(&pointer, layout.getTypeStoreSize(const_cast<Type*>(type)), layout) != nullptr;
  }

  bool decides_nothing() {
    std::map<std::uint32_t, const FlowFacts::Read*> facts;
    for (const FlowFacts::Read& read : context_.out.flows.reads) facts[read.site] = &read;
    if (stores_.contains(0)) return false;
    for (const std::uint32_t site : reads_) {
      const auto fact = facts.find(site);
      if (site == 0 || fact == facts.end() || !fact->second->branches.empty()) return false;
      for (const std::uint32_t store : fact->second->stores)
        if (!stores_.contains(store)) return false;
    }
    return true;
  }

  const Context& context_;
  const GlobalVariable& lock_;
  std::set<const Instruction*> ends_;  // of sections
  SetVector<const GlobalVariable*> guarded_;
  std::vector<std::uint32_t> reads_;  // of what it guards; sites
  std::set<std::uint32_t> stores_;
};

}  // namespace

void find_inert_locks(Context& context) {
  const Function* lock = context.module.getFunction("pthread_mutex_lock");
  if (lock == nullptr) return;
  SetVector<const GlobalVariable*> candidates;
  for (const User* user : lock->users())
    if (auto* call = dyn_cast<CallInst>(user); call != nullptr && call->arg_size() == 1)
      if (auto* global = dyn_cast<GlobalVariable>(call->getArgOperand(0))) candidates.insert(global);
  for (const GlobalVariable* global : candidates)
    if (Inert(context, *global).is_one()) context.out.flows.inert_locks.push_back(global->getName().str());
}

}  // namespace heddle
