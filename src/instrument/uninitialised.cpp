// Stack slots are zero when they come to life. What C and C++ leave undefined would otherwise be an undefined value for
// the optimiser, which makes of a branch on it whatever it likes: no code at all, in the end.
//
// A local variable of a simple type whose address nobody takes is watched besides: where a read may come before the
// first write, as far as the ways through the function tell, the variable gets a flag that says whether it has a value,
// and a use of what has none is a bug (heddle_uninitialised). Most programs need no such flag, and scalar replacement
// turns those that exist into registers.
//
//   * A copy into another such variable is no use: the flag is copied along. So is initialisation by itself
//     (int x = x). Everything else that is done with a value uses it: to convert it, hand it over or return it, too.
//   * A copy into memory (a member, an element, what a pointer points to) is no bug, but the verdict says what the
//     value was taken for.
//   * unsigned char and std::byte may be copied uninitialised, and are not watched.
//   * A C function may end without a value as long as nobody uses it: a crash only if every caller does.
//
// Before scalar replacement; the stores made here are no accesses of the program and get no hook (is_initialisation).
#include <csignal>
#include <optional>

#include "instrument/context.h"
#include "ir/library_bitcode.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

namespace heddle {

using namespace llvm;

namespace {

constexpr const char* kInitialisation = "heddle.initialisation";

Instruction* mark(Instruction* made) {
  made->setMetadata(kInitialisation, MDNode::get(made->getContext(), {}));
  return made;
}

bool begins_life(const Instruction& instruction, const AllocaInst& slot) {
  auto* intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  return intrinsic != nullptr && intrinsic->getIntrinsicID() == Intrinsic::lifetime_start &&
         intrinsic->getArgOperand(1)->stripPointerCasts() == &slot;
}

// The places right after which the slot lives anew.
std::vector<Instruction*> births(AllocaInst& slot) {
  std::vector<Instruction*> places;
  for (User* user : slot.users())
    if (auto* instruction = dyn_cast<Instruction>(user); instruction != nullptr && begins_life(*instruction, slot))
      places.push_back(instruction->getNextNode());
  if (!places.empty()) return places;
  Instruction* first = &*slot.getFunction()->getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
  places.push_back(slot.isStaticAlloca() && slot.comesBefore(first) ? first : slot.getNextNode());
  return places;
}

// Is the whole slot written before anything else happens to it?
bool is_written_first(Instruction& from, AllocaInst& slot, std::uint64_t size, const DataLayout& layout) {
  for (Instruction* i = &from; i != nullptr && !i->isTerminator(); i = i->getNextNode()) {
    if (auto* store = dyn_cast<StoreInst>(i); store != nullptr && store->getPointerOperand() == &slot)
      return store->getValueOperand() != &slot && layout.getTypeStoreSize(store->getValueOperand()->getType()) >= size;
    if (auto* fill = dyn_cast<MemIntrinsic>(i); fill != nullptr && fill->getRawDest() == &slot) {
      auto* length = dyn_cast<ConstantInt>(fill->getLength());
      return length != nullptr && length->getZExtValue() >= size;
    }
    if (is_contained(i->operand_values(), &slot) && !begins_life(*i, slot)) return false;
  }
  return false;
}

// unsigned char, and enumerations on top of it.
bool may_be_indeterminate(const DIType* type) {
  while (type != nullptr) {
    if (auto* basic = dyn_cast<DIBasicType>(type)) return basic->getEncoding() == dwarf::DW_ATE_unsigned_char;
    if (auto* derived = dyn_cast<DIDerivedType>(type))
      type = derived->getBaseType();
    else if (auto* composite = dyn_cast<DICompositeType>(type);
             composite != nullptr && composite->getTag() == dwarf::DW_TAG_enumeration_type)
      type = composite->getBaseType();
    else
      return false;
  }
  return false;
}

// The fill as a value of this type, if it is a small integer.
Value* filled(Context& context, IRBuilder<>& builder, Type* type) {
  if (!type->isIntegerTy(8)) return Constant::getNullValue(type);
  return builder.CreateLoad(builder.getInt8Ty(), context.hooks.fill());
}

// Zero, which the optimiser may know of a slot that only loads and stores use. Others, and what may be copied without a
// value, are filled with what heddle_fill says: it is zero too, but for the run that tells whether anybody notices
// (run/uninitialised.cpp).
void define(Context& context, AllocaInst& slot, const DataLayout& layout) {
  Type* type = slot.getAllocatedType();
  auto* count = dyn_cast<ConstantInt>(slot.getArraySize());
  const std::uint64_t element = layout.getTypeAllocSize(type);
  if (type->isScalableTy() || element == 0) return;
  for (Instruction* place : births(slot)) {
    if (count != nullptr && is_written_first(*place, slot, element * count->getZExtValue(), layout)) continue;
    IRBuilder<> builder(place);
    builder.SetCurrentDebugLocation(place->getDebugLoc() ? place->getDebugLoc() : slot.getDebugLoc());
    if (isAllocaPromotable(&slot) && count != nullptr && count->isOne()) {
      const DILocalVariable* variable = slot_variable(&slot);
      const bool open = variable != nullptr && may_be_indeterminate(variable->getType());
      mark(builder.CreateAlignedStore(open ? filled(context, builder, type) : Constant::getNullValue(type), &slot,
                                      slot.getAlign()));
    } else {
      Value* many = builder.CreateZExtOrTrunc(slot.getArraySize(), builder.getInt64Ty());
      Value* fill = builder.CreateLoad(builder.getInt8Ty(), context.hooks.fill());
      mark(builder.CreateMemSet(&slot, fill, builder.CreateMul(many, builder.getInt64(element)), slot.getAlign()));
    }
  }
}

// A scalar that nobody else can write. No vector: who sets one of its elements reads the others for it.
bool is_carrier(AllocaInst& slot) {
  return slot.isStaticAlloca() && slot.getAllocatedType()->isSingleValueType() &&
         !slot.getAllocatedType()->isVectorTy() && isAllocaPromotable(&slot);
}

// A variable whose declaration is never reached, because a jump leads past it into its scope, has no name and no
// beginning of its life. (Nor have slots of the compiler's own, which are written before they are read.)
bool is_jumped_past(const AllocaInst& slot) {
  return slot_variable(&slot) == nullptr && !slot.getAllocatedType()->isIntegerTy(8) &&
         none_of(slot.users(), [&](const User* user) { return begins_life(*cast<Instruction>(user), slot); });
}

// Without a value until it is written. Others (parameters, temporaries) are only what such a value is copied to.
bool is_unwritten_variable(const AllocaInst& slot) {
  const DILocalVariable* variable = slot_variable(&slot);
  if (is_jumped_past(slot)) return true;
  return variable != nullptr && !variable->isArtificial() && !variable->isParameter() &&
         !may_be_indeterminate(variable->getType());
}

// The slot that holds the result of a C function: loaded once, for the return.
bool holds_result(AllocaInst& slot) {
  if (slot_variable(&slot) != nullptr || !slot.isStaticAlloca() || !isAllocaPromotable(&slot)) return false;
  return any_of(slot.users(), [](User* user) {
    auto* load = dyn_cast<LoadInst>(user);
    return load != nullptr && load->hasOneUse() && isa<ReturnInst>(load->user_back());
  });
}

bool every_caller_uses(const Function& function) {
  for (const User* user : function.users()) {
    auto* call = dyn_cast<CallBase>(user);
    if (call == nullptr || call->getCalledOperand() != &function || call->use_empty()) return false;
  }
  return !function.use_empty();
}

// The load whose value this is, as it is: a bool is a bit on the way from one byte to another.
LoadInst* loaded(Value* value) {
  if (auto* widened = dyn_cast<ZExtInst>(value))
    if (auto* bit = dyn_cast<TruncInst>(widened->getOperand(0)); bit != nullptr && bit->getType()->isIntegerTy(1))
      value = bit->getOperand(0);
  return dyn_cast<LoadInst>(value);
}

// The stores that this load is for; nothing: it has other uses.
std::optional<SmallVector<StoreInst*, 4>> stores_of(LoadInst& load) {
  SmallVector<StoreInst*, 4> stores;
  for (User* user : load.users()) {
    SmallVector<User*, 4> work{user};
    if (auto* bit = dyn_cast<TruncInst>(user); bit != nullptr && bit->getType()->isIntegerTy(1)) {
      work.clear();
      for (User* widened : bit->users()) {
        if (!isa<ZExtInst>(widened)) return std::nullopt;
        work.append(widened->user_begin(), widened->user_end());
      }
    }
    for (User* use : work) {
      auto* store = dyn_cast<StoreInst>(use);
      if (store == nullptr || loaded(store->getValueOperand()) != &load) return std::nullopt;
      stores.push_back(store);
    }
  }
  return stores;
}

// The variables of a function that are watched, and what each begins as.
class Slots {
 public:
  explicit Slots(ArrayRef<AllocaInst*> all) {
    for (AllocaInst* slot : all) {
      const bool result = holds_result(*slot);
      if (!result && !is_carrier(*slot)) continue;
      index_[slot] = static_cast<unsigned>(unwritten_.size());
      unwritten_.push_back(result || is_unwritten_variable(*slot));
      if (result) results_.insert(slot);
    }
  }

  bool any_unwritten() const { return unwritten_.any(); }
  const BitVector& unwritten() const { return unwritten_; }
  std::optional<unsigned> index(const Value* pointer) const {
    auto known = index_.find(pointer);
    return known == index_.end() ? std::nullopt : std::optional(known->second);
  }
  bool begins_unwritten(const Value* slot) const { return unwritten_.test(*index(slot)); }
  bool is_result(const Value* slot) const { return results_.contains(slot); }

  // Of another watched variable, or of the same: what this store copies.
  LoadInst* copied(StoreInst& store) const {
    auto* load = loaded(store.getValueOperand());
    return load != nullptr && index(load->getPointerOperand()) && !is_result(store.getPointerOperand()) ? load
                                                                                                        : nullptr;
  }

 private:
  DenseMap<const Value*, unsigned> index_;
  DenseSet<const Value*> results_;
  BitVector unwritten_;
};

// Which slots have a value for certain, at each point: a forward analysis, a meet of all ways.
class Written {
 public:
  Written(Function& function, const Slots& slots) : function_(function), slots_(slots) {}

  // Loads that may find no value.
  SetVector<LoadInst*> early_loads() {
    ReversePostOrderTraversal<Function*> order(&function_);
    for (BasicBlock* block : order) out_[block] = BitVector(slots_.unwritten().size(), true);
    for (bool changed = true; changed;) {
      changed = false;
      for (BasicBlock* block : order) {
        BitVector state = at_begin(*block);
        walk(*block, state);
        if (state == out_[block]) continue;
        out_[block] = std::move(state);
        changed = true;
      }
    }
    SetVector<LoadInst*> found;
    for (BasicBlock* block : order)
      for (Instruction& instruction : *block)
        if (auto* load = dyn_cast<LoadInst>(&instruction); load != nullptr && early_.contains(load)) found.insert(load);
    return found;
  }

 private:
  BitVector at_begin(BasicBlock& block) {
    BitVector state(slots_.unwritten().size(), true);
    if (&block == &function_.getEntryBlock()) state.reset(slots_.unwritten());
    for (BasicBlock* before : predecessors(&block))
      if (auto known = out_.find(before); known != out_.end()) state &= known->second;
    return state;
  }

  void walk(BasicBlock& block, BitVector& state) {
    for (Instruction& instruction : block) {
      if (auto* store = dyn_cast<StoreInst>(&instruction)) {
        const std::optional<unsigned> slot = slots_.index(store->getPointerOperand());
        if (!slot) continue;
        const LoadInst* copied = slots_.copied(*store);
        state[*slot] = copied == nullptr || !early_.contains(copied);
      } else if (auto* load = dyn_cast<LoadInst>(&instruction)) {
        const std::optional<unsigned> slot = slots_.index(load->getPointerOperand());
        if (slot && !state.test(*slot)) early_.insert(load);  // for good: a state only loses bits
      } else if (auto* intrinsic = dyn_cast<IntrinsicInst>(&instruction);
                 intrinsic != nullptr && intrinsic->getIntrinsicID() == Intrinsic::lifetime_start) {
        const std::optional<unsigned> slot = slots_.index(intrinsic->getArgOperand(1));
        if (slot) state[*slot] = !slots_.unwritten().test(*slot);
      }
    }
  }

  Function& function_;
  const Slots& slots_;
  DenseSet<const LoadInst*> early_;
  DenseMap<const BasicBlock*, BitVector> out_;
};

// For each variable that is asked about: a slot that says whether it has a value.
class ValueFlags {
 public:
  ValueFlags(const Slots& slots, const SetVector<LoadInst*>& early) : slots_(slots), early_(early) {}

  // Just before `load`: does what it reads have a value?
  Value* has_value(LoadInst& load) {
    AllocaInst* flag = flag_of(*cast<AllocaInst>(load.getPointerOperand()));
    IRBuilder<> before(&load);
    return before.CreateLoad(before.getInt1Ty(), flag);
  }

 private:
  AllocaInst* flag_of(AllocaInst& slot) {
    if (AllocaInst* known = flags_.lookup(&slot)) return known;
    IRBuilder<> builder(&slot);
    Type* type = builder.getInt1Ty();
    AllocaInst* flag = builder.CreateAlloca(type);
    flags_[&slot] = flag;
    Instruction* first = &*slot.getFunction()->getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
    std::vector<Instruction*> places = births(slot);
    if (!is_contained(places, first)) places.push_back(first);
    Constant* begin = ConstantInt::getBool(type, !slots_.begins_unwritten(&slot));
    for (Instruction* place : places) mark(new StoreInst(begin, flag, place->getIterator()));
    for (User* user : slot.users())
      if (auto* store = dyn_cast<StoreInst>(user)) {
        LoadInst* copied = slots_.copied(*store);
        Value* has = copied != nullptr && early_.contains(copied) ? has_value(*copied) : ConstantInt::getTrue(type);
        mark(new StoreInst(has, flag, std::next(store->getIterator())));
      }
    return flag;
  }

  const Slots& slots_;
  const SetVector<LoadInst*>& early_;
  DenseMap<AllocaInst*, AllocaInst*> flags_;
};

enum class Fate { Carried, Kept, Used };

// Carried: only to where it is watched further. Kept: in memory, where it is not.
Fate fate_of(LoadInst& load, const Slots& slots) {
  const auto stores = stores_of(load);
  if (!stores) return Fate::Used;
  Fate fate = Fate::Carried;
  for (const StoreInst* store : *stores) {
    if (slots.is_result(store->getPointerOperand())) return Fate::Used;
    if (!slots.index(store->getPointerOperand())) fate = Fate::Kept;
  }
  return fate;
}

class ReadChecks {
 public:
  ReadChecks(Context& context, const Slots& slots, const SetVector<LoadInst*>& early)
      : context_(context), slots_(slots), flags_(slots, early) {}

  void variable(LoadInst& load) {
    const Fate fate = fate_of(load, slots_);
    if (fate == Fate::Carried) return;
    IRBuilder<> builder(where_missing(load));
    builder.SetCurrentDebugLocation(load.getDebugLoc());
    std::uint32_t site = context_.site(load, load.getPointerOperand());
    context_.hooks
        .call(builder, "heddle_uninitialised", {builder.getInt32(site), builder.getInt32(fate == Fate::Kept ? 1 : 0)})
        ->setOnlyAccessesInaccessibleMemory();
  }

  void result(LoadInst& load) {
    Function& function = *load.getFunction();
    if (!every_caller_uses(function)) return;
    const std::string what = "function " + context_.names.function_name(function) + " ended without returning a value";
    IRBuilder<> builder(where_missing(load));
    builder.SetCurrentDebugLocation(load.getDebugLoc());
    context_.hooks.call(
        builder, "heddle_undefined",
        {builder.CreateGlobalString(what), builder.getInt32(SIGILL), builder.getInt32(context_.site(load))});
  }

 private:
  // Runs only if what is read has no value.
  Instruction* where_missing(LoadInst& load) {
    Value* has = flags_.has_value(load);
    return SplitBlockAndInsertIfThen(IRBuilder<>(&load).CreateNot(has), load.getIterator(), false);
  }

  Context& context_;
  const Slots& slots_;
  ValueFlags flags_;
};

void check_reads(Context& context, Function& function, ArrayRef<AllocaInst*> all) {
  Slots slots(all);
  if (!slots.any_unwritten()) return;
  const SetVector<LoadInst*> early = Written(function, slots).early_loads();
  ReadChecks checks(context, slots, early);
  for (LoadInst* load : early)
    slots.is_result(load->getPointerOperand()) ? checks.result(*load) : checks.variable(*load);
}

}  // namespace

bool is_initialisation(const Instruction& instruction) {
  return instruction.getMetadata(kInitialisation) != nullptr || concerns_tool(instruction);
}

void define_locals(Context& context, Function& function) {
  std::vector<AllocaInst*> slots;
  for (Instruction& instruction : instructions(function))
    if (auto* slot = dyn_cast<AllocaInst>(&instruction); slot != nullptr && !slot->isSwiftError())
      slots.push_back(slot);
  check_reads(context, function, slots);
  for (AllocaInst* slot : slots) define(context, *slot, context.module.getDataLayout());
}

}  // namespace heddle
