// See accesses.h. Memory that is only ever reached by one thread, and constants, have no entry at all: the program of
// locks does not see them.
#include "static/accesses.h"

#include <algorithm>
#include <set>

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "static/normalise.h"

namespace heddle::analysis {

using namespace llvm;

namespace {

constexpr std::uint64_t kAllOfIt = std::uint64_t{1} << 40;  // from there to the end of the object
// Of one object so many different ranges are told apart.
constexpr std::size_t kMaxRanges = 200;

bool is_harmless_access(const Object& object) {
  if (object.kind == Object::Kind::Function || object.kind == Object::Kind::Handle) return true;
  auto* variable = dyn_cast_or_null<GlobalVariable>(object.value);
  return variable != nullptr && variable->isConstant();
}

}  // namespace

AccessTable::AccessTable(PointsTo& points_to, const Multiplicity& multiplicity)
    : points_to_(points_to), multiplicity_(multiplicity), fresh_(points_to) {
  find_escaped();
  for (InstanceIndex i = 0; i < points_to.instances().size(); ++i) collect(i);
  keep_shared();
  number_objects();
  drop_private_numbers();
  for (std::uint32_t i = 0; i < accesses_.size(); ++i)
    by_place_[{accesses_[i].instance, accesses_[i].place}].push_back(i);
}

void AccessTable::find_escaped() {
  Locations& locations = points_to_.locations();
  escaped_.assign(locations.objects(), false);
  std::vector<ObjectIndex> work;
  const auto reach = [&](const LocationSet& set) {
    for (const LocationIndex location : set) {
      const ObjectIndex object = locations[location].object;
      if (escaped_[object]) continue;
      escaped_[object] = true;
      work.push_back(object);
    }
  };
  for (ObjectIndex object = 0; object < locations.objects(); ++object) {
    const Object::Kind kind = locations.object(object).kind;
    if (kind != Object::Kind::Global && kind != Object::Kind::Outside) continue;
    escaped_[object] = true;
    work.push_back(object);
  }
  for (const NodeIndex node : points_to_.thread_arguments()) reach(points_to_.graph().points_to(node));
  reach(points_to_.graph().points_to(points_to_.thread_results()));
  while (!work.empty()) {
    const ObjectIndex object = work.back();
    work.pop_back();
    for (const LocationIndex location : locations.inside(object))
      if (const LocationSet* stored = points_to_.graph().stored(location)) reach(*stored);
  }
}

void AccessTable::add(InstanceIndex instance, const Instruction& place, const Value* pointer, std::uint64_t size,
                      bool write, bool atomic, bool frees) {
  ++examined_;
  if (fresh_.is_fresh(instance, place, pointer)) return;
  SourceAccess access{instance, &place, write, atomic, frees, {}};
  for (const LocationIndex location : points_to_.targets(instance, pointer)) {
    const Object& object = points_to_.locations().object(points_to_.locations()[location].object);
    if (!is_harmless_access(object)) access.touches.push_back({location, size});
  }
  if (!access.touches.empty()) accesses_.push_back(std::move(access));
}

void AccessTable::collect(InstanceIndex index) {
  const Function& function = *points_to_.instances()[index].function;
  const DataLayout& layout = function.getParent()->getDataLayout();
  std::vector<const AllocaInst*> slots;  // that live until the function ends
  for (const Instruction& instruction : instructions(function))
    if (auto* slot = dyn_cast<AllocaInst>(&instruction);
        slot != nullptr && none_of(slot->users(), [](const User* user) {
          auto* mark = dyn_cast<IntrinsicInst>(user);
          return mark != nullptr && mark->getIntrinsicID() == Intrinsic::lifetime_end;
        }))
      slots.push_back(slot);
  for (const Instruction& instruction : instructions(function)) {
    if (auto* load = dyn_cast<LoadInst>(&instruction))
      add(index, *load, load->getPointerOperand(), layout.getTypeStoreSize(load->getType()), false, load->isAtomic());
    else if (auto* store = dyn_cast<StoreInst>(&instruction))
      add(index, *store, store->getPointerOperand(), layout.getTypeStoreSize(store->getValueOperand()->getType()), true,
          store->isAtomic());
    else if (auto* update = dyn_cast<AtomicRMWInst>(&instruction))
      add(index, *update, update->getPointerOperand(), layout.getTypeStoreSize(update->getType()), true, true);
    else if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
      add(index, *exchange, exchange->getPointerOperand(),
          layout.getTypeStoreSize(exchange->getNewValOperand()->getType()), true, true);
    else if (auto* call = dyn_cast<CallBase>(&instruction))
      collect_call(index, *call);
    else if (isa<ReturnInst>(instruction))
      for (const AllocaInst* slot : slots) add_end(index, instruction, *slot);
  }
}

// The end of a variable's life is like a write to all of it.
void AccessTable::add_end(InstanceIndex index, const Instruction& place, const AllocaInst& slot) {
  const auto& objects = points_to_.instances()[index].objects;
  const auto object = objects.find(&slot);
  if (object == objects.end() || !escaped_[object->second]) return;
  accesses_.push_back(
      {index, &place, true, false, true, {{points_to_.locations().anywhere_in(object->second), kAllOfIt}}});
}

void AccessTable::collect_call(InstanceIndex index, const CallBase& call) {
  if (auto* mark = dyn_cast<IntrinsicInst>(&call);
      mark != nullptr && mark->getIntrinsicID() == Intrinsic::lifetime_end) {
    if (auto* slot = dyn_cast<AllocaInst>(call.getArgOperand(1)->stripPointerCasts())) add_end(index, call, *slot);
    return;
  }
  // A thread's first use of its variable gives it its first value.
  if (call.getIntrinsicID() == Intrinsic::threadlocal_address)
    return add(index, call, call.getArgOperand(0), kAllOfIt, true, false);
  const auto length = [](const Value* value) {
    auto* constant = dyn_cast<ConstantInt>(value);
    return constant == nullptr ? kAllOfIt : constant->getZExtValue();
  };
  if (auto* memory = dyn_cast<AnyMemIntrinsic>(&call)) {
    if (auto* transfer = dyn_cast<AnyMemTransferInst>(&call))
      add(index, call, transfer->getRawSource(), length(memory->getLength()), false, memory->isAtomic());
    return add(index, call, memory->getRawDest(), length(memory->getLength()), true, memory->isAtomic());
  }
  const auto* callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
  if (callee != nullptr && callee->isDeclaration() && !callee->isIntrinsic())
    collect_library_call(index, call, *callee);
  if (points_to_.instances()[index].into_library.contains(&call))
    for (const Use& argument : call.args())
      if (argument->getType()->isPointerTy()) add(index, call, argument, kAllOfIt, true, false);
  const auto& through_pointers = points_to_.instances()[index].library;
  if (const auto found = through_pointers.find(&call); found != through_pointers.end())
    for (const Function* function : found->second) collect_library_call(index, call, *function);
}

void AccessTable::collect_library_call(InstanceIndex index, const CallBase& call, const Function& called) {
  const Function* callee = &called;
  const auto length = [](const Value* value) {
    auto* constant = dyn_cast<ConstantInt>(value);
    return constant == nullptr ? kAllOfIt : constant->getZExtValue();
  };
  const StringRef name = callee->getName();
  const LibraryFunction& function = library_function({name.data(), name.size()});
  if (function.is_free && !call.arg_empty() && !fresh_.is_fresh(index, call, call.getArgOperand(0))) {
    for (const LocationIndex location : points_to_.targets(index, call.getArgOperand(0))) {
      const ObjectIndex object = points_to_.locations()[location].object;
      if (points_to_.locations().object(object).kind != Object::Kind::Heap) continue;
      ++examined_;
      accesses_.push_back({index, &call, true, false, true, {{points_to_.locations().anywhere_in(object), kAllOfIt}}});
    }
  }
  if (handles_exceptions(name) && !call.arg_empty() && call.getArgOperand(0)->getType()->isPointerTy())
    add(index, call, call.getArgOperand(0), 8, function.flow == Flow::CaughtAt0 || function.flow == Flow::Stores,
        false);
  if (function.flow == Flow::TextAt0 && !call.arg_empty()) add(index, call, call.getArgOperand(0), 32, true, false);
  if (name == "__cxa_end_catch") {
    ++examined_;
    if (std::vector<Touch> ended = thrown_by(points_to_.instances()[index].context); !ended.empty())
      accesses_.push_back({index, &call, true, false, true, std::move(ended)});
  }
  for (const MemoryEffect& effect : function.effects) {
    if (effect.argument > call.arg_size()) continue;
    std::uint64_t size = kAllOfIt;
    if (effect.amount == MemoryEffect::Amount::Bytes) size = effect.bytes;
    if (effect.amount == MemoryEffect::Amount::Argument && effect.second_factor == 0 &&
        effect.factor <= call.arg_size())
      size = length(call.getArgOperand(effect.factor - 1U));
    const Value* pointer = effect.argument == 0 ? &call : call.getArgOperand(effect.argument - 1U);
    if (!pointer->getType()->isPointerTy()) continue;
    // Threads use an object at the same time, but not while one of them initialises or destroys it.
    const bool destroys = name.contains("destroy") || name.ends_with("D1Ev") || name.ends_with("D2Ev");
    const bool object = effect.kind == MemoryEffect::Kind::Object;
    add(index, call, pointer, size, object || effect.kind == MemoryEffect::Kind::Write, object && !destroys);
  }
  if (name.starts_with("__atomic_") && call.arg_size() > 1)
    add(index, call, call.getArgOperand(1), length(call.getArgOperand(0)), name != "__atomic_load", true);
  if (const auto format = format_call(call, name))
    collect_formatted(index, call, *format);
  else if (callee->isVarArg() && function.known && function.sync == Sync::Nothing)
    for (unsigned i = callee->arg_size(); i < call.arg_size(); ++i)
      if (call.getArgOperand(i)->getType()->isPointerTy())
        add(index, call, call.getArgOperand(i), kAllOfIt, true, false);
}

// The blocks of exceptions that this thread throws: a handler that ends gives them up.
std::vector<Touch> AccessTable::thrown_by(ContextIndex context) {
  Locations& locations = points_to_.locations();
  std::vector<Touch> result;
  for (const LocationIndex location : points_to_.graph().points_to(points_to_.thrown())) {
    const ObjectIndex index = locations[location].object;
    const Object& object = locations.object(index);
    if (object.kind == Object::Kind::Heap && object.context == context && locations[location].exact())
      result.push_back({locations.anywhere_in(index), kAllOfIt});
  }
  return result;
}

// Of every text that the format can be; nothing if one of them is not known.
std::optional<FormatUses> AccessTable::format_uses(InstanceIndex index, const CallBase& call,
                                                   const FormatCall& format) {
  const Locations& locations = points_to_.locations();
  const LocationSet& texts = points_to_.targets(index, call.getArgOperand(format.format));
  if (texts.empty()) return std::nullopt;
  FormatUses all;
  for (const LocationIndex place : texts) {
    auto* variable = dyn_cast_or_null<GlobalVariable>(locations.object(locations[place].object).value);
    StringRef text;
    if (variable == nullptr || !locations[place].exact() || locations[place].offset != 0 ||
        !getConstantStringInfo(variable, text))
      return std::nullopt;
    const auto uses = format.uses({text.data(), text.size()});
    if (!uses) return std::nullopt;
    if (all.size() < uses->size()) all.resize(uses->size(), FormatUse::Value);
    for (std::size_t i = 0; i < uses->size(); ++i) all[i] = std::max(all[i], (*uses)[i]);
  }
  return all;
}

// Texts that are printed, places that input and counts go to.
void AccessTable::collect_formatted(InstanceIndex index, const CallBase& call, const FormatCall& format) {
  const auto uses = format_uses(index, call, format);
  const auto add_use = [&](FormatUse use, std::vector<Touch> touches) {
    if (use == FormatUse::Value || touches.empty()) return;
    ++examined_;
    accesses_.push_back({index, &call, use != FormatUse::ReadsText, false, false, std::move(touches)});
  };
  if (format.has_list) {
    FormatUse most = uses ? FormatUse::Value : FormatUse::Writes;
    for (const FormatUse use : uses.value_or(FormatUses{})) most = std::max(most, use);
    add_use(most, behind_list(index, call.getArgOperand(format.first)));
  } else {
    for (unsigned i = format.first; i < call.arg_size(); ++i) {
      if (!call.getArgOperand(i)->getType()->isPointerTy()) continue;
      const std::size_t number = i - format.first;
      const FormatUse use = !uses ? FormatUse::Writes : number < uses->size() ? (*uses)[number] : FormatUse::Value;
      add_use(use, touches_of(points_to_.targets(index, call.getArgOperand(i))));
    }
  }
  const auto& objects = points_to_.instances()[index].objects;
  if (const auto block = objects.find(&call); block != objects.end())  // a text in a block that it allocates
    add_use(FormatUse::Writes, {{points_to_.locations().start_of(block->second), kAllOfIt}});
}

std::vector<Touch> AccessTable::touches_of(const LocationSet& set) const {
  std::vector<Touch> touches;
  for (const LocationIndex location : set)
    if (!is_harmless_access(points_to_.locations().object(points_to_.locations()[location].object)))
      touches.push_back({location, kAllOfIt});
  return touches;
}

// All that the arguments behind a va_list point to. The list points to where they are.
std::vector<Touch> AccessTable::behind_list(InstanceIndex index, const Value* list) {
  Locations& locations = points_to_.locations();
  const auto pointed = [&](const LocationSet& places) {
    LocationSet result;
    for (const LocationIndex place : places)
      for (const LocationIndex inside : locations.inside(locations[place].object))
        if (const LocationSet* stored = points_to_.graph().stored(inside))
          for (const LocationIndex one : *stored) result.set(one);
    return result;
  };
  return touches_of(pointed(pointed(points_to_.targets(index, list))));
}

void AccessTable::keep_shared() {
  Locations& locations = points_to_.locations();
  struct Use {
    std::set<ContextIndex> contexts;
    bool several = false, written = false;
  };
  std::map<ObjectIndex, Use> uses;
  for (const SourceAccess& access : accesses_) {
    const ContextIndex context = points_to_.instances()[access.instance].context;
    for (const Touch& touch : access.touches) {
      Use& use = uses[locations[touch.location].object];
      use.contexts.insert(context);
      use.several |= multiplicity_.is_several(context);
      use.written |= access.write;
    }
  }
  const auto is_shared = [&](ObjectIndex object) {
    const Use& use = uses[object];
    if (!use.written) return false;
    if (!escaped_[object]) return false;  // of one thread each: also thread-local variables
    if (use.contexts.size() > 1) return true;
    return use.several && !belongs_to(object, *use.contexts.begin());
  };
  for (SourceAccess& access : accesses_)
    std::erase_if(access.touches, [&](const Touch& touch) { return !is_shared(locations[touch.location].object); });
  std::erase_if(accesses_, [](const SourceAccess& access) { return access.touches.empty(); });
}

// Does each block of this allocation go to one thread of this kind, which keeps it to itself?
bool AccessTable::belongs_to(ObjectIndex object, ContextIndex context) {
  Locations& locations = points_to_.locations();
  auto* allocation = dyn_cast_or_null<CallBase>(locations.object(object).value);
  if (locations.object(object).kind != Object::Kind::Heap || allocation == nullptr) return false;
  const CallBase* creation = fresh_.is_handed_to(*allocation);
  const auto& starts = points_to_.instances()[locations.object(object).owner].starts;
  const auto started = creation == nullptr ? starts.end() : starts.find(creation);
  if (started == starts.end() || !started->second.contains(context)) return false;
  for (ObjectIndex other = 0; other < locations.objects(); ++other)
    if (other != object && escaped_[other])
      for (const LocationIndex place : locations.inside(other))
        if (const LocationSet* stored = points_to_.graph().stored(place))
          for (const LocationIndex one : *stored)
            if (locations[one].object == object) return false;  // another thread may find it there
  return true;
}

// One number for each pair of ranges of an object that overlap, and for each range with itself.
void AccessTable::number_objects() {
  Locations& locations = points_to_.locations();
  using Range = std::pair<LocationIndex, std::uint64_t>;
  std::map<ObjectIndex, std::map<Range, std::vector<locks::ObjectId>>> ranges;
  for (const SourceAccess& access : accesses_)
    for (const Touch& touch : access.touches)
      ranges[locations[touch.location].object].try_emplace({touch.location, touch.size});
  std::uint32_t next = 0;
  for (auto& [object, list] : ranges) {
    if (list.size() > kMaxRanges) {
      for (auto& entry : list) entry.second.push_back(locks::ObjectId(next));
      ++next;
      continue;
    }
    for (auto a = list.begin(); a != list.end(); ++a)
      for (auto b = a; b != list.end(); ++b) {
        if (!may_overlap(locations[a->first.first], a->first.second, locations[b->first.first], b->first.second))
          continue;
        a->second.push_back(locks::ObjectId(next));
        if (a != b) b->second.push_back(locks::ObjectId(next));
        ++next;
      }
  }
  for (const SourceAccess& access : accesses_) {
    locks::AccessInfo info{{}, access.write, access.atomic};
    for (const Touch& touch : access.touches) {
      const auto& numbers = ranges[locations[touch.location].object][{touch.location, touch.size}];
      info.objects.insert(info.objects.end(), numbers.begin(), numbers.end());
    }
    std::sort(info.objects.begin(), info.objects.end());
    info.objects.erase(std::unique(info.objects.begin(), info.objects.end()), info.objects.end());
    info.source = source_of(*access.place, info);
    infos_.push_back(std::move(info));
  }
}

// The same for copies of one instruction that touch the same memory. In a header of the system it depends on who calls
// which line of the program is shown.
std::uint32_t AccessTable::source_of(const Instruction& place, const locks::AccessInfo& info) {
  const DILocation* where = place.getDebugLoc();
  if (where == nullptr || where->getLine() == 0 || where->getFilename().starts_with("/usr/")) return 0;
  const auto next = static_cast<std::uint32_t>(sources_.size() + 1);
  return sources_
      .try_emplace(
          {where->getFilename().str(), where->getLine(), where->getColumn(), info.write, info.atomic, info.objects},
          next)
      .first->second;
}

// Of an object that several threads touch, parts may be one thread's, or only read.
void AccessTable::drop_private_numbers() {
  struct Use {
    ContextIndex context = 0;
    bool used = false, shared = false, written = false, plain = false;
  };
  std::map<locks::ObjectId, Use> uses;
  for (std::size_t i = 0; i < accesses_.size(); ++i) {
    const ContextIndex context = points_to_.instances()[accesses_[i].instance].context;
    for (const locks::ObjectId object : infos_[i].objects) {
      Use& use = uses[object];
      use.shared |= multiplicity_.is_several(context) || (use.used && use.context != context);
      use.written |= accesses_[i].write;
      use.plain |= !accesses_[i].atomic;
      use.used = true;
      use.context = context;
    }
  }
  std::vector<SourceAccess> kept;
  std::vector<locks::AccessInfo> kept_infos;
  for (std::size_t i = 0; i < accesses_.size(); ++i) {
    std::erase_if(infos_[i].objects, [&](locks::ObjectId object) {
      const Use& use = uses[object];
      return !use.shared || !use.written || !use.plain;
    });
    if (infos_[i].objects.empty()) continue;
    kept.push_back(std::move(accesses_[i]));
    kept_infos.push_back(std::move(infos_[i]));
  }
  accesses_ = std::move(kept);
  infos_ = std::move(kept_infos);
}

std::vector<std::uint32_t> AccessTable::at(InstanceIndex instance, const Instruction& instruction) const {
  const auto found = by_place_.find({instance, &instruction});
  return found == by_place_.end() ? std::vector<std::uint32_t>{} : found->second;
}

std::vector<Touch> AccessTable::common(std::uint32_t first, std::uint32_t second) const {
  const Locations& locations = points_to_.locations();
  std::vector<Touch> result;
  for (const Touch& a : accesses_[first].touches)
    for (const Touch& b : accesses_[second].touches)
      if (may_overlap(locations[a.location], a.size, locations[b.location], b.size))
        result.push_back(locations[a.location].exact() ? a : b);
  if (result.empty()) result.push_back(accesses_[first].touches.front());
  return result;
}

}  // namespace heddle::analysis
