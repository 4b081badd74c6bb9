// See lock_table.h. Recursive locks are recognised by what initialises them: PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP and
// std::recursive_mutex leave their kind in the mutex itself, pthread_mutex_init takes it from an attribute object.
#include "static/lock_table.h"

#include <algorithm>
#include <set>

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "static/normalise.h"

namespace heddle::analysis {

using namespace llvm;

namespace {

constexpr std::uint64_t kKindOffset = 16;  // of __kind in glibc's pthread_mutex_t
constexpr std::uint64_t kRecursive = 1;
constexpr std::uint64_t kFlagsOffset = 48, kWritersFirst = 2;  // of pthread_rwlock_t

// The 32-bit number at an offset of a constant, if it is one.
std::optional<std::uint64_t> number_at(const Constant* value, std::uint64_t offset, const DataLayout& layout) {
  for (;;) {
    if (value == nullptr) return std::nullopt;
    if (value->isNullValue()) return 0;
    if (auto* number = dyn_cast<ConstantInt>(value))
      return offset == 0 ? std::optional(number->getZExtValue()) : std::nullopt;
    if (auto* type = dyn_cast<StructType>(value->getType())) {
      const StructLayout* fields = layout.getStructLayout(type);
      if (offset >= fields->getSizeInBytes()) return std::nullopt;
      const unsigned field = fields->getElementContainingOffset(offset);
      offset -= fields->getElementOffset(field);
      value = value->getAggregateElement(field);
    } else if (auto* array = dyn_cast<ArrayType>(value->getType())) {
      const std::uint64_t element = layout.getTypeAllocSize(array->getElementType());
      if (element == 0) return std::nullopt;
      value = value->getAggregateElement(static_cast<unsigned>(offset / element));
      offset %= element;
    } else {
      return std::nullopt;
    }
  }
}

const Function* library_callee(const Instruction& instruction) {
  auto* call = dyn_cast<CallBase>(&instruction);
  auto* callee =
      call == nullptr ? nullptr : dyn_cast<Function>(call->getCalledOperand()->stripPointerCastsAndAliases());
  return callee != nullptr && callee->isDeclaration() && !callee->isIntrinsic() ? callee : nullptr;
}

}  // namespace

LockTable::LockTable(PointsTo& points_to, const Multiplicity& multiplicity)
    : points_to_(points_to), multiplicity_(multiplicity) {
  for (InstanceIndex i = 0; i < points_to.instances().size(); ++i) collect(i);
  find_recursive();
  constexpr unsigned kFlags = 11;  // of glibc's read/write lock; 2: prefers writers
  if (!points_to.instances().empty())
    prefers_writers_ |=
        any_initialiser_has(*points_to.instances()[0].function->getParent(), "__pthread_rwlock_arch_t", kFlags, 2);
}

void LockTable::collect(InstanceIndex index) {
  for (const Instruction& instruction : instructions(*points_to_.instances()[index].function)) {
    const Function* callee = library_callee(instruction);
    if (callee == nullptr) continue;
    const auto& call = cast<CallBase>(instruction);
    const LibraryFunction& function = library_function({callee->getName().data(), callee->getName().size()});
    switch (function.sync) {
      case Sync::Acquire:
      case Sync::AcquireShared:
      case Sync::Release:
      case Sync::Wait:
      case Sync::Once:
      case Sync::GuardAcquire:
      case Sync::GuardRelease:
        if (function.lock < call.arg_size()) add(index, call, call.getArgOperand(function.lock));
        break;
      case Sync::AcquireAll:
        for (const Use& argument : call.args()) add(index, call, argument);
        break;
      default:
        break;
    }
  }
}

void LockTable::add(InstanceIndex instance, const CallBase& call, const Value* pointer) {
  bool unknown = true;
  for (const LocationIndex place : points_to_.targets(instance, pointer)) {
    const Location& location = points_to_.locations()[place];
    if (location.object == points_to_.outside()) {
      unknown = true;
      break;
    }
    unknown = false;
    const auto [entry, fresh] = known_.try_emplace(place, locks::LockId(static_cast<std::uint32_t>(locks_.size())));
    if (!fresh) continue;
    locks::Lock lock;
    lock.concrete = location.exact() && multiplicity_.is_single(location.object);
    locks_.push_back(lock);
    places_.push_back(place);
    by_object_[location.object].push_back(entry->second);
  }
  if (unknown) unknown_.push_back(&call);
}

LockTargets LockTable::targets(InstanceIndex instance, const Value* pointer) const {
  LockTargets result;
  const LocationSet& set = points_to_.targets(instance, pointer);
  result.others = set.empty();
  for (const LocationIndex place : set) {
    const Location& location = points_to_.locations()[place];
    if (location.object == points_to_.outside()) result.others = true;
    // Others of the same object that it can be.
    if (const auto same = by_object_.find(location.object); same != by_object_.end())
      for (const locks::LockId lock : same->second) {
        const Location& other = points_to_.locations()[places_[lock.index()]];
        if (places_[lock.index()] == place ||
            ((!other.exact() || !location.exact()) && may_overlap(location, 1, other, 1)))
          result.choices.push_back(lock);
      }
  }
  std::sort(result.choices.begin(), result.choices.end());
  result.choices.erase(std::unique(result.choices.begin(), result.choices.end()), result.choices.end());
  return result;
}

bool LockTable::prefers_writers_at_first(LocationIndex place) const {
  const Location& location = points_to_.locations()[place];
  auto* variable = dyn_cast_or_null<GlobalVariable>(points_to_.locations().object(location.object).value);
  if (variable == nullptr || !variable->hasInitializer()) return false;
  return number_at(variable->getInitializer(), location.offset + kFlagsOffset, variable->getDataLayout()) ==
         kWritersFirst;
}

bool LockTable::is_recursive_at_first(LocationIndex place) const {
  const Location& location = points_to_.locations()[place];
  auto* variable = dyn_cast_or_null<GlobalVariable>(points_to_.locations().object(location.object).value);
  if (variable == nullptr || !variable->hasInitializer() || !location.exact()) return false;
  return number_at(variable->getInitializer(), location.offset + kKindOffset, variable->getDataLayout()) == kRecursive;
}

void LockTable::find_recursive() {
  std::set<ObjectIndex> attributes;  // that say recursive
  std::set<LocationIndex> recursive;
  const auto each = [&](auto use) {
    for (InstanceIndex i = 0; i < points_to_.instances().size(); ++i)
      for (const Instruction& instruction : instructions(*points_to_.instances()[i].function)) use(i, instruction);
  };
  each([&](InstanceIndex i, const Instruction& instruction) {
    const auto* call = dyn_cast<CallBase>(&instruction);
    const Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
    if (callee != nullptr && callee->getName() == "pthread_rwlockattr_setkind_np") prefers_writers_ = true;
    if (callee == nullptr || callee->getName() != "pthread_mutexattr_settype") return;
    auto* kind = dyn_cast<ConstantInt>(call->getArgOperand(1));
    if (kind == nullptr || kind->getZExtValue() != kRecursive) return;
    for (const LocationIndex place : points_to_.targets(i, call->getArgOperand(0)))
      attributes.insert(points_to_.locations()[place].object);
  });
  each([&](InstanceIndex i, const Instruction& instruction) {
    // std::recursive_mutex: its constructor copies an initialiser, or stores the kind.
    if (auto* transfer = dyn_cast<MemTransferInst>(&instruction)) {
      auto* source = dyn_cast<GlobalVariable>(transfer->getRawSource()->stripPointerCasts());
      if (source != nullptr && source->isConstant() && source->hasInitializer() &&
          number_at(source->getInitializer(), kKindOffset, source->getDataLayout()) == kRecursive)
        for (const LocationIndex place : points_to_.targets(i, transfer->getRawDest())) recursive.insert(place);
    }
    if (auto* store = dyn_cast<StoreInst>(&instruction)) {
      auto* number = dyn_cast<ConstantInt>(store->getValueOperand());
      if (number != nullptr && number->getBitWidth() == 32 && number->getZExtValue() == kRecursive)
        for (const LocationIndex place : points_to_.targets(i, store->getPointerOperand()))
          if (const auto start = points_to_.locations().moved(place, -static_cast<std::int64_t>(kKindOffset)))
            recursive.insert(*start);
    }
    const Function* callee = library_callee(instruction);
    if (callee == nullptr || callee->getName() != "pthread_mutex_init") return;
    const auto& call = cast<CallBase>(instruction);
    for (const LocationIndex attribute : points_to_.targets(i, call.getArgOperand(1)))
      if (attributes.contains(points_to_.locations()[attribute].object))
        for (const LocationIndex place : points_to_.targets(i, call.getArgOperand(0))) recursive.insert(place);
  });
  for (std::size_t i = 0; i < locks_.size(); ++i)
    locks_[i].recursive = recursive.contains(places_[i]) || is_recursive_at_first(places_[i]);
  for (const LocationIndex place : places_) prefers_writers_ |= prefers_writers_at_first(place);
}

}  // namespace heddle::analysis
