// What kind of lock each one is (lock_table.h). Recursive mutexes are recognised by what initialises them:
// PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP and std::recursive_mutex leave their kind in the mutex itself,
// pthread_mutex_init takes it from an attribute object.
//
// A mutex of which only may be said that it is recursive counts as recursive: behind a second acquisition there is code
// that runs if it is, and a race in it would be missed otherwise. Whether the second acquisition blocks forever is not
// known then, so there is no proof about deadlocks.
//
//   find_kinds      for all locks
//   KindFinder      collects what can initialise each place
#include <map>
#include <set>

#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "static/lock_table.h"
#include "static/normalise.h"

namespace heddle::analysis {

using namespace llvm;

namespace {

constexpr std::uint64_t kKindOffset = 16;  // of __kind in glibc's pthread_mutex_t
constexpr std::uint64_t kMutexSize = 40;
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

std::optional<std::uint64_t> first_number(PointsTo& points_to, LocationIndex place, std::uint64_t inside) {
  const Location& location = points_to.locations()[place];
  auto* variable = dyn_cast_or_null<GlobalVariable>(points_to.locations().object(location.object).value);
  if (variable == nullptr || !variable->hasInitializer()) return std::nullopt;
  return number_at(variable->getInitializer(), location.offset + inside, variable->getDataLayout());
}

// What a mutex can have been made.
struct Kinds {
  bool plain = false, recursive = false;
  void add(const Kinds& other) {
    plain |= other.plain;
    recursive |= other.recursive;
  }
};

class KindFinder {
 public:
  explicit KindFinder(PointsTo& points_to) : points_to_(points_to) {
    each_call_of_library([&](InstanceIndex i, const CallBase& call, StringRef name) {
      if (name == "pthread_mutex_init") attributes(i, call.getArgOperand(1));
      auto* list = name == "pthread_mutexattr_settype" ? &types_
                   : name == "pthread_mutexattr_init"  ? &starts_
                                                       : nullptr;
      if (list == nullptr) return;
      for (const LocationIndex place : points_to_.targets(i, call.getArgOperand(0)))
        (*list)[points_to_.locations()[place].object].insert(&call);
    });
    find_written();
    each_call_of_library([&](InstanceIndex i, const CallBase& call, StringRef name) {
      if (name == "pthread_mutex_init") made(i, call.getArgOperand(0), of_attribute(i, call));
      if (name == "pthread_rwlockattr_setkind_np") writers_first = true;
    });
    for (InstanceIndex i = 0; i < points_to_.instances().size(); ++i)
      for (const Instruction& instruction : instructions(*points_to_.instances()[i].function)) written(i, instruction);
  }

  Kinds of(LocationIndex place) const {
    const Location& location = points_to_.locations()[place];
    Kinds result;
    for (const auto& [other, kinds] : made_) {
      if (points_to_.locations()[other].object != location.object) continue;
      const bool same = other == place;
      if (!same && !may_overlap(location, 1, points_to_.locations()[other], 1)) continue;
      result.add(kinds);
      if (!same && kinds.recursive) result.plain = true;  // perhaps another one of the array
    }
    for (const Copy& copy : copies_)
      if (points_to_.locations()[copy.to].object == location.object &&
          may_overlap(location, kMutexSize, points_to_.locations()[copy.to], copy.size))
        result.add({true, any_recursive()});
    const auto first = first_number(points_to_, place, kKindOffset);
    if (first == kRecursive)
      result.add({!location.exact(), true});
    else if (!result.recursive)
      result.plain = true;
    return result;
  }

  bool writers_first = false;

 private:
  struct Copy {
    LocationIndex to;
    std::uint64_t size;
  };

  template <class Use>
  void each_call_of_library(Use use) {
    for (InstanceIndex i = 0; i < points_to_.instances().size(); ++i)
      for (const Instruction& instruction : instructions(*points_to_.instances()[i].function)) {
        auto* call = dyn_cast<CallBase>(&instruction);
        const Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
        if (callee != nullptr && callee->isDeclaration() && !callee->isIntrinsic()) use(i, *call, callee->getName());
      }
  }

  void attributes(InstanceIndex i, const Value* pointer) {
    for (const LocationIndex place : points_to_.targets(i, pointer))
      attributes_.insert(points_to_.locations()[place].object);
  }

  // Attributes that something else than the functions for them writes: a copy of another one.
  void find_written() {
    for (InstanceIndex i = 0; i < points_to_.instances().size(); ++i)
      for (const Instruction& instruction : instructions(*points_to_.instances()[i].function)) {
        const Value* to = nullptr;
        if (auto* transfer = dyn_cast<MemTransferInst>(&instruction)) to = transfer->getRawDest();
        if (auto* store = dyn_cast<StoreInst>(&instruction)) to = store->getPointerOperand();
        if (to == nullptr || attributes_.empty()) continue;
        for (const LocationIndex place : points_to_.targets(i, to))
          if (attributes_.contains(points_to_.locations()[place].object))
            written_.insert(points_to_.locations()[place].object);
      }
  }

  bool any_recursive() const {
    constexpr unsigned kKind = 4;  // of glibc's mutex
    return any_of(made_, [](const auto& entry) { return entry.second.recursive; }) ||
           any_initialiser_has(*points_to_.instances()[0].function->getParent(), "__pthread_mutex_s", kKind,
                               kRecursive);
  }

  void made(InstanceIndex i, const Value* pointer, Kinds kinds) {
    const LocationSet& targets = points_to_.targets(i, pointer);
    if (targets.count() > 1 && kinds.recursive) kinds.plain = true;  // or it was another one
    for (const LocationIndex place : targets) made_[place].add(kinds);
  }

  // The kind that the attribute of this pthread_mutex_init has at that moment.
  Kinds of_attribute(InstanceIndex i, const CallBase& init) const {
    const LocationSet& targets = points_to_.targets(i, init.getArgOperand(1));
    Kinds result;
    for (const LocationIndex place : targets) {
      const ObjectIndex attribute = points_to_.locations()[place].object;
      if (written_.contains(attribute)) result.add({true, !types_.empty()});
      const auto types = types_.find(attribute);
      if (types == types_.end()) {
        result.plain = true;
        continue;
      }
      const bool certain =
          targets.count() == 1 && types->second.size() == 1 && is_last_word(**types->second.begin(), init, attribute);
      if (!certain) result.plain = true;
      for (const CallBase* type : types->second) {
        auto* kind = dyn_cast<ConstantInt>(type->getArgOperand(1));
        result.add({kind == nullptr || kind->getZExtValue() != kRecursive,
                    kind == nullptr || kind->getZExtValue() == kRecursive});
      }
    }
    if (targets.empty()) result.plain = true;
    return result;
  }

  // On every way to the initialisation the type is set, and not forgotten again.
  bool is_last_word(const CallBase& type, const CallBase& init, ObjectIndex attribute) const {
    if (type.getFunction() != init.getFunction()) return false;
    DominatorTree tree(*const_cast<Function*>(type.getFunction()));
    if (!tree.dominates(&type, &init)) return false;
    const auto starts = starts_.find(attribute);
    return starts == starts_.end() || all_of(starts->second, [&](const CallBase* start) {
             return start->getFunction() == type.getFunction() && tree.dominates(start, &type);
           });
  }

  // std::recursive_mutex: its constructor copies an initialiser, or stores the kind.
  void written(InstanceIndex i, const Instruction& instruction) {
    if (auto* transfer = dyn_cast<MemTransferInst>(&instruction)) {
      auto* source = dyn_cast<GlobalVariable>(transfer->getRawSource()->stripPointerCasts());
      auto* length = dyn_cast<ConstantInt>(transfer->getLength());
      const bool constant = source != nullptr && source->isConstant() && source->hasInitializer();
      if (constant && number_at(source->getInitializer(), kKindOffset, source->getDataLayout()) == kRecursive)
        made(i, transfer->getRawDest(), {false, true});
      else if (!constant)
        for (const LocationIndex place : points_to_.targets(i, transfer->getRawDest()))
          copies_.push_back({place, length == nullptr ? kNoEnd : length->getZExtValue()});
    }
    if (auto* store = dyn_cast<StoreInst>(&instruction)) {
      auto* number = dyn_cast<ConstantInt>(store->getValueOperand());
      if (number == nullptr || number->getBitWidth() != 32 || number->getZExtValue() != kRecursive) return;
      const LocationSet& targets = points_to_.targets(i, store->getPointerOperand());
      for (const LocationIndex place : targets)
        if (const auto start = points_to_.locations().moved(place, -static_cast<std::int64_t>(kKindOffset)))
          made_[*start].add({targets.count() > 1, true});
    }
  }

  PointsTo& points_to_;
  std::map<ObjectIndex, std::set<const CallBase*>> types_, starts_;  // of attributes
  std::set<ObjectIndex> attributes_, written_;
  std::map<LocationIndex, Kinds> made_;
  std::vector<Copy> copies_;  // of what is no constant
};

}  // namespace

void LockTable::find_kinds() {
  const KindFinder finder(points_to_);
  prefers_writers_ = finder.writers_first;
  for (std::size_t i = 0; i < locks_.size(); ++i) {
    const Kinds kinds = finder.of(places_[i]);
    locks_[i].recursive = kinds.recursive;
    if (kinds.recursive && kinds.plain && !unsure_kind_) unsure_kind_ = locks::LockId(static_cast<std::uint32_t>(i));
    prefers_writers_ |= first_number(points_to_, places_[i], kFlagsOffset) == kWritersFirst;
  }
  constexpr unsigned kFlags = 11;  // of glibc's read/write lock
  if (!points_to_.instances().empty())
    prefers_writers_ |= any_initialiser_has(*points_to_.instances()[0].function->getParent(), "__pthread_rwlock_arch_t",
                                            kFlags, kWritersFirst);
}

}  // namespace heddle::analysis
