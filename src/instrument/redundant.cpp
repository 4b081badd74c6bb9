// Access hooks that an earlier hook of the same thread covers: same bytes or more, as strong (a write covers a read),
// and no synchronisation of this thread in between on any path. Exact under visibility `sync`: within one segment
// happens-before orders the two accesses alike with everything that other threads do, so that the later one races with
// an access only if the earlier one does.
//
// A forward data-flow analysis over keys (base, offset, size, strength): a hook makes its key available; calls, atomics
// and fences end all keys; the definition of the base ends its keys, since in a loop it is another address; the begin
// or end of a stack slot ends those that may lie in it. At merges a key must be available on every edge.
//
// Back-edge hooks are no synchronisation, but a thread that spins must show what it reads in each round: they end all
// keys, unless the loop makes progress. Writes end there in any case: the machine may save the state at a back edge,
// and must see the first write to each place after that.
#include "instrument/redundant.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace heddle {

using namespace llvm;

namespace {
constexpr const char *kQuiet = "heddle-quiet", *kSetsErrno = "heddle-sets-errno";
}

bool may_be_errno(const Value* object, std::optional<std::uint64_t> size) {
  return (!size || *size <= sizeof(int)) && !isa<AllocaInst>(object) && !isa<GlobalVariable>(object);
}

Effect effect_of(const Instruction& instruction) {
  auto* call = dyn_cast<CallBase>(&instruction);
  if (call == nullptr) return instruction.isAtomic() ? Effect::EndsAll : Effect::None;
  if (isa<IntrinsicInst>(call)) return Effect::None;
  if (call->isInlineAsm()) return Effect::EndsAll;
  const Function* callee = call->getCalledFunction();
  if (std::optional<HookKind> kind = hook_kind(callee)) switch (*kind) {
      case HookKind::Read:
      case HookKind::Write:
        return Effect::Access;
      case HookKind::Copy:
      case HookKind::Fill:
      case HookKind::Outside:
      case HookKind::Decision:
      case HookKind::End:
        return Effect::None;
      case HookKind::StackBegin:
      case HookKind::StackEnd:
        return Effect::Slot;
      case HookKind::BackEdge:
        return makes_progress(instruction) ? Effect::EndsWrites : Effect::EndsAll;
      default:
        return Effect::EndsAll;
    }
  if (callee == nullptr || !callee->hasFnAttribute(kQuiet)) return Effect::EndsAll;
  return callee->hasFnAttribute(kSetsErrno) ? Effect::SetsErrno : Effect::None;
}

namespace {

constexpr unsigned kMaxKeys = 4096;  // beyond that the sets cost more than the hooks

struct Key {
  const Value* base;
  std::int64_t offset;
  std::uint64_t size;
  bool write;
};

bool covers(const Key& a, const Key& b) {
  if (a.base != b.base || (b.write && !a.write) || a.offset > b.offset) return false;
  return static_cast<std::uint64_t>(b.offset - a.offset) + b.size <= a.size;
}

class Coverage {
 public:
  explicit Coverage(Function& function) : function_(function) {}

  unsigned run() {
    collect();
    if (keys_.empty() || keys_.size() > kMaxKeys) return 0;
    writes_.resize(static_cast<unsigned>(keys_.size()));
    for (unsigned k = 0; k < keys_.size(); ++k) {
      of_base_[keys_[k].base].push_back(k);
      if (keys_[k].write) writes_.set(k);
    }
    solve();
    std::vector<Instruction*> covered;
    for (BasicBlock& block : function_) {
      auto entry = in_.find(&block);
      if (entry == in_.end()) continue;  // unreachable
      BitVector available = entry->second;
      transfer(block, available, &covered);
    }
    for (Instruction* hook : covered) hook->eraseFromParent();
    return static_cast<unsigned>(covered.size());
  }

 private:
  void collect() {
    const DataLayout& layout = function_.getParent()->getDataLayout();
    for (Instruction& instruction : instructions(function_)) {
      std::optional<HookedAccess> access = hooked_access(instruction);
      if (!access || !access->size) continue;
      APInt offset(layout.getIndexTypeSizeInBits(access->pointer->getType()), 0);
      const Value* base = access->pointer->stripAndAccumulateConstantOffsets(layout, offset, true);
      key_of_[&instruction] = add({base, offset.getSExtValue(), *access->size, access->write});
    }
  }

  unsigned add(const Key& key) {
    for (unsigned k : same_start_[{key.base, key.offset}])
      if (keys_[k].size == key.size && keys_[k].write == key.write) return k;
    keys_.push_back(key);
    same_start_[{key.base, key.offset}].push_back(static_cast<unsigned>(keys_.size() - 1));
    return static_cast<unsigned>(keys_.size() - 1);
  }

  void end_keys_of(const Value* base, BitVector& available) {
    auto entry = of_base_.find(base);
    if (entry == of_base_.end()) return;
    for (unsigned k : entry->second) available.reset(k);
  }

  // Keys of other slots and of globals lie elsewhere for certain.
  void end_keys_in_slot(const Value* slot, BitVector& available) {
    for (auto& [base, keys] : of_base_)
      if (base == slot || (!isa<AllocaInst>(base) && !isa<GlobalVariable>(base)))
        for (unsigned k : keys) available.reset(k);
  }

  void end_keys_of_errno(BitVector& available) {
    for (unsigned k = 0; k < keys_.size(); ++k)
      if (may_be_errno(keys_[k].base, keys_[k].size)) available.reset(k);
  }

  bool is_covered(unsigned key, const BitVector& available) {
    for (unsigned other : of_base_[keys_[key].base])
      if (available.test(other) && covers(keys_[other], keys_[key])) return true;
    return false;
  }

  void transfer(BasicBlock& block, BitVector& available, std::vector<Instruction*>* covered) {
    for (Instruction& instruction : block) {
      switch (effect_of(instruction)) {
        case Effect::None:
          break;
        case Effect::EndsAll:
          available.reset();
          break;
        case Effect::SetsErrno:
          end_keys_of_errno(available);
          break;
        case Effect::EndsWrites:
          available.reset(writes_);
          break;
        case Effect::Slot:
          end_keys_in_slot(cast<CallInst>(instruction).getArgOperand(0), available);
          break;
        case Effect::Access: {
          auto key = key_of_.find(&instruction);
          if (key == key_of_.end()) break;
          if (covered != nullptr && is_covered(key->second, available)) covered->push_back(&instruction);
          available.set(key->second);
          break;
        }
      }
      if (!instruction.getType()->isVoidTy()) end_keys_of(&instruction, available);
    }
  }

  void solve() {
    ReversePostOrderTraversal<Function*> order(&function_);
    DenseMap<const BasicBlock*, BitVector> out;
    auto size = static_cast<unsigned>(keys_.size());
    for (BasicBlock* block : order) out[block] = BitVector(size, true);
    for (bool changed = true; changed;) {
      changed = false;
      for (BasicBlock* block : order) {
        BitVector available(size, block != &function_.getEntryBlock());
        for (BasicBlock* before : predecessors(block)) {
          auto entry = out.find(before);
          if (entry != out.end()) available &= entry->second;
        }
        in_[block] = available;
        transfer(*block, available, nullptr);
        if (available == out[block]) continue;
        out[block] = std::move(available);
        changed = true;
      }
    }
  }

  Function& function_;
  std::vector<Key> keys_;
  BitVector writes_;  // keys that are writes
  DenseMap<const Instruction*, unsigned> key_of_;
  DenseMap<std::pair<const Value*, std::int64_t>, SmallVector<unsigned, 2>> same_start_;
  DenseMap<const Value*, SmallVector<unsigned, 4>> of_base_;
  DenseMap<const BasicBlock*, BitVector> in_;
};

}  // namespace

namespace {

// Every function that calls one of these, in the end these included.
template <class F>
void spread_to_callers(std::vector<Function*> functions, F marks) {
  while (!functions.empty()) {
    Function* function = functions.back();
    functions.pop_back();
    for (User* user : function->users())
      if (auto* call = dyn_cast<CallBase>(user))
        if (Function* caller = call->getFunction(); marks(*caller)) functions.push_back(caller);
  }
}

}  // namespace

// Starts from "all quiet" and takes out what contradicts it, so that recursion among quiet functions stays quiet.
void mark_quiet_functions(Module& module, const std::function<bool(StringRef)>& forwarded) {
  for (Function& function : module) {
    if (function.isIntrinsic() || hook_kind(&function)) continue;
    if (!function.isDeclaration() || forwarded(function.getName())) function.addFnAttr(kQuiet);
  }
  std::vector<Function*> loud, native;
  auto make_loud = [](Function& function) {
    const bool was_quiet = function.hasFnAttribute(kQuiet);
    function.removeFnAttr(kQuiet);
    return was_quiet;
  };
  auto set_errno = [](Function& function) {
    const bool is_new = !function.hasFnAttribute(kSetsErrno);
    function.addFnAttr(kSetsErrno);
    return is_new;
  };
  for (Function& function : module) {
    if (function.isDeclaration() && function.hasFnAttribute(kQuiet) && set_errno(function)) native.push_back(&function);
    for (Instruction& instruction : instructions(function))
      if (effect_of(instruction) >= Effect::EndsWrites) {
        if (make_loud(function)) loud.push_back(&function);
        break;
      }
  }
  spread_to_callers(std::move(loud), make_loud);
  spread_to_callers(std::move(native), set_errno);
}

unsigned drop_covered_hooks(Function& function) { return Coverage(function).run(); }

}  // namespace heddle
