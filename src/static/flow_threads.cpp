// Which threads have ended behind a join, a loop of joins (join_loops.cpp) or the end of a std::thread. Part of
// FlowBuilder (flow.h).
//   joined        of one join
//   held_thread   of the end of a std::thread
//   all_joined    of a loop that joins every thread of a container
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "static/flow_graph.h"
#include "static/normalise.h"

namespace heddle::analysis {

using namespace llvm;

// Only loads, stores and creations name the slot: nobody else can write to it.
static bool is_private_id(const Value& slot) {
  return all_of(slot.users(), [&](const User* user) {
    if (auto* store = dyn_cast<StoreInst>(user)) return store->getValueOperand() != &slot;
    auto* call = dyn_cast<CallBase>(user);
    if (call == nullptr) return isa<LoadInst>(user);
    if (isa<LifetimeIntrinsic>(call)) return true;
    const Function* callee = direct_callee(*call);
    return callee != nullptr && callee->isDeclaration() && library_of(*callee).sync == Sync::Create &&
           count_if(call->args(), [&](const Use& use) { return use.get() == &slot; }) == 1 &&
           call->getArgOperand(0) == &slot;
  });
}

// The creation that wrote the id which a join reads, where straight code leads from one to the other.
const CallBase* FlowBuilder::creation_before(const CallBase& join) {
  auto* load = dyn_cast<LoadInst>(join.getArgOperand(0));
  if (load == nullptr || !isa<AllocaInst>(load->getPointerOperand()) || !is_private_id(*load->getPointerOperand()))
    return nullptr;
  const Value* slot = load->getPointerOperand();
  const BasicBlock* block = load->getParent();
  const Instruction* at = load->getPrevNode();
  for (int blocks = 0; block != nullptr && blocks < 16; ++blocks) {
    for (; at != nullptr; at = at->getPrevNode()) {
      if (auto* store = dyn_cast<StoreInst>(at);
          store != nullptr && getUnderlyingObject(store->getPointerOperand()) == slot)
        return nullptr;
      auto* call = dyn_cast<CallBase>(at);
      if (call == nullptr || isa<IntrinsicInst>(call)) continue;
      const Function* callee = direct_callee(*call);
      if (callee == nullptr || !callee->isDeclaration() || !library_of(*callee).known) return nullptr;
      const bool names_slot = any_of(call->args(), [&](const Use& use) { return getUnderlyingObject(use) == slot; });
      if (names_slot)
        return library_of(*callee).sync == Sync::Create && call->getArgOperand(0) == slot ? call : nullptr;
    }
    block = block->getSinglePredecessor();
    if (block != nullptr) at = block->getTerminator();
  }
  return nullptr;
}

std::vector<locks::ThreadId> FlowBuilder::joined(InstanceIndex instance, const CallBase& call, bool by_object,
                                                 bool& others) {
  std::set<ContextIndex> found;
  const auto look = [&](const LocationSet& set) {
    for (const LocationIndex location : set) {
      const Object& object = points_to_.locations().object(points_to_.locations()[location].object);
      if (object.kind == Object::Kind::Handle)
        found.insert(object.context);
      else
        others = true;
    }
  };
  const LocationSet& given = points_to_.targets(instance, call.getArgOperand(0));
  if (by_object) {
    for (const LocationIndex location : given)
      if (const LocationSet* stored = points_to_.graph().stored(location)) look(*stored);
  } else {
    look(given);
  }
  if (const CallBase* creation = by_object ? nullptr : creation_before(call)) {
    const auto& starts = points_to_.instances()[instance].starts;
    if (const auto started = starts.find(creation); started != starts.end() && started->second.size() == 1) {
      found = {started->second.begin(), started->second.end()};
      others = false;
    }
  }
  if (found.empty()) others = true;
  if (others)  // it could be any
    for (ContextIndex c = 0; c < points_to_.contexts().size(); ++c) found.insert(c);
  std::vector<locks::ThreadId> result;
  for (const ContextIndex context : found) result.push_back(locks::ThreadId(context));
  return result;
}

// The thread that a std::thread stands for until it is joined: if it is created there and its id never goes anywhere
// else, and nobody detaches it.
std::optional<locks::ThreadId> FlowBuilder::held_thread(InstanceIndex instance, const CallBase& call) {
  const LocationSet& given = points_to_.targets(instance, call.getArgOperand(0));
  if (given.count() != 1) return std::nullopt;
  const LocationIndex place = *given.begin();
  const Location& location = points_to_.locations()[place];
  if (!location.exact() || !multiplicity_.is_single(location.object)) return std::nullopt;
  const LocationSet* stored = points_to_.graph().stored(place);
  if (stored == nullptr || stored->count() != 1) return std::nullopt;
  const Object& handle = points_to_.locations().object(points_to_.locations()[*stored->begin()].object);
  if (handle.kind != Object::Kind::Handle || multiplicity_.is_several(handle.context)) return std::nullopt;
  if (!thread_places_) find_thread_places();
  const auto places = thread_places_->find(handle.context);
  if (places == thread_places_->end() || places->second != std::set<LocationIndex>{place}) return std::nullopt;
  return locks::ThreadId(handle.context);
}

// Where the ids of threads are kept; one that is detached is kept nowhere for certain.
void FlowBuilder::find_thread_places() {
  thread_places_.emplace();
  Locations& locations = points_to_.locations();
  const auto each_handle = [&](const LocationSet& set, auto use) {
    for (const LocationIndex one : set)
      if (const Object& object = locations.object(locations[one].object); object.kind == Object::Kind::Handle)
        use(object.context);
  };
  for (ObjectIndex object = 0; object < locations.objects(); ++object)
    for (const LocationIndex place : locations.inside(object))
      if (const LocationSet* stored = points_to_.graph().stored(place))
        each_handle(*stored, [&](ContextIndex context) { (*thread_places_)[context].insert(place); });
  for (InstanceIndex i = 0; i < points_to_.instances().size(); ++i)
    for (const Instruction& instruction : instructions(*points_to_.instances()[i].function)) {
      auto* call = dyn_cast<CallBase>(&instruction);
      const Function* callee = call == nullptr ? nullptr : direct_callee(*call);
      if (callee == nullptr || !callee->getName().contains("detach") || call->arg_empty()) continue;
      const LocationSet& given = points_to_.targets(i, call->getArgOperand(0));
      each_handle(given, [&](ContextIndex context) { (*thread_places_)[context].clear(); });
      for (const LocationIndex place : given)
        if (const LocationSet* stored = points_to_.graph().stored(place))
          each_handle(*stored, [&](ContextIndex context) { (*thread_places_)[context].clear(); });
    }
}

// Can the function of this instance be running when it is called?
bool FlowBuilder::is_recursive(InstanceIndex index) const {
  std::set<InstanceIndex> seen;
  std::vector<InstanceIndex> work{index};
  while (!work.empty()) {
    const InstanceIndex at = work.back();
    work.pop_back();
    for (const auto& [call, callees] : points_to_.instances()[at].callees)
      for (const InstanceIndex callee : callees) {
        if (callee == index) return true;
        if (seen.insert(callee).second) work.push_back(callee);
      }
  }
  return false;
}

namespace {

bool belongs_to_library(StringRef name) {
  return name.starts_with("_ZNSt") || name.starts_with("_ZSt") || name.starts_with("_ZN9__gnu_cxx");
}

// Holds a pointer into a container, but is none.
bool is_iterator(const Object& object) {
  auto* slot = dyn_cast_or_null<AllocaInst>(object.value);
  if (object.kind != Object::Kind::Stack || slot == nullptr) return false;
  auto* type = dyn_cast<StructType>(slot->getAllocatedType());
  return slot->getAllocatedType()->isPointerTy() ||
         (type != nullptr && type->hasName() && type->getName().contains("__normal_iterator"));
}

// Behind every use of the std::thread in this slot, on every way to the place, its destructor runs.
bool is_gone(const AllocaInst& slot, const Instruction& place) {
  const auto ends = [&](const Instruction& instruction) {
    auto* call = dyn_cast<CallBase>(&instruction);
    const Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
    return callee != nullptr && callee->getName() == kThreadGone && call->getArgOperand(0) == &slot;
  };
  std::vector<const Instruction*> work;
  std::vector<const Value*> pointers{&slot};
  while (!pointers.empty()) {
    const Value* pointer = pointers.back();
    pointers.pop_back();
    for (const User* user : pointer->users()) {
      auto* instruction = cast<Instruction>(user);
      if (instruction->isLifetimeStartOrEnd() || ends(*instruction)) continue;
      if (auto* inside = dyn_cast<GetElementPtrInst>(instruction); inside != nullptr && inside->hasAllZeroIndices()) {
        pointers.push_back(inside);
        continue;
      }
      if (isa<GetElementPtrInst>(instruction) || isa<PHINode>(instruction) || isa<SelectInst>(instruction))
        return false;
      work.push_back(instruction);
    }
  }
  SmallPtrSet<const Instruction*, 32> seen;
  while (!work.empty()) {
    const Instruction* at = work.back();
    work.pop_back();
    for (;;) {
      if (!seen.insert(at).second || ends(*at)) break;
      if (at == &place) return false;
      if (at->isTerminator()) {
        for (const BasicBlock* next : successors(at->getParent())) work.push_back(&next->front());
        break;
      }
      at = at->getNextNode();
    }
  }
  return true;
}

}  // namespace

// A thread has ended if it can only be kept in this container: its id went nowhere else, but for variables that are
// gone (a std::thread that is destroyed with its thread running ends the process), and only this thread creates it.
std::vector<locks::ThreadId> FlowBuilder::all_joined(InstanceIndex instance, const CallBase& call) {
  const ContextIndex self = points_to_.instances()[instance].context;
  const auto is_ours = [&](ContextIndex context) {
    const Context& thread = points_to_.contexts()[context];
    return thread.site != nullptr && !thread.creators.empty() && all_of(thread.creators, [&](InstanceIndex creator) {
             return points_to_.instances()[creator].context == self;
           });
  };
  std::vector<locks::ThreadId> result;
  if (multiplicity_.is_several(self)) return result;
  if (MDNode* pair = call.getMetadata(kJoinedAll)) {  // of one creation
    if (!multiplicity_.runs_once(instance)) return result;
    const CallBase* creation = nullptr;
    for (const Instruction& instruction : instructions(*points_to_.instances()[instance].function))
      if (&instruction != &call && instruction.getMetadata(kJoinedAll) == pair) {
        if (creation != nullptr) return result;
        creation = cast<CallBase>(&instruction);
      }
    const auto& starts = points_to_.instances()[instance].starts;
    if (const auto started = starts.find(creation); started != starts.end())
      for (const ContextIndex context : started->second) {
        const Context& thread = points_to_.contexts()[context];
        if (thread.site == creation && !thread.many_sites && thread.creators.size() == 1 && is_ours(context))
          result.emplace_back(context);
      }
    return result;
  }
  if (!thread_places_) find_thread_places();
  const std::optional<std::set<ObjectIndex>> container = threads_of_container(instance, call);
  if (!container) return result;
  for (const auto& [context, places] : *thread_places_) {
    if (places.empty() || !is_ours(context)) continue;
    const bool only_here = all_of(places, [&](LocationIndex place) {
      const ObjectIndex index = points_to_.locations()[place].object;
      if (container->contains(index)) return true;
      const Object& object = points_to_.locations().object(index);
      auto* slot = dyn_cast_or_null<AllocaInst>(object.value);
      if (object.kind != Object::Kind::Stack || slot == nullptr) return false;
      if (slot->getFunction() == call.getFunction()) return is_gone(*slot, call);
      return belongs_to_library(slot->getFunction()->getName());  // it has returned
    });
    if (only_here) result.emplace_back(context);
  }
  return result;
}

// The objects in which a container keeps its threads, if they are its own.
std::optional<std::set<ObjectIndex>> FlowBuilder::threads_of_container(InstanceIndex instance, const CallBase& call) {
  Locations& locations = points_to_.locations();
  const LocationSet& given = points_to_.targets(instance, call.getArgOperand(0));
  if (given.count() != 1) return std::nullopt;
  const LocationIndex place = *given.begin();
  const ObjectIndex object = locations[place].object;
  // One of its kind; or a variable of this very function, whose earlier ones are gone.
  const bool own = locations.object(object).kind == Object::Kind::Stack && locations.object(object).owner == instance &&
                   !is_recursive(instance);
  if (!locations[place].exact() || (!multiplicity_.is_single(object) && !own)) return std::nullopt;
  if (auto* slot = dyn_cast_or_null<AllocaInst>(locations.object(object).value);
      slot != nullptr && slot->getAllocatedType()->isArrayTy())
    return std::set<ObjectIndex>{object};
  std::set<ObjectIndex> blocks;
  const LocationSet* stored = points_to_.graph().stored(place);
  if (stored == nullptr) return std::nullopt;
  for (const LocationIndex one : *stored) {
    if (locations.object(locations[one].object).kind != Object::Kind::Heap) return std::nullopt;
    blocks.insert(locations[one].object);
  }
  for (ObjectIndex other = 0; other < locations.objects(); ++other)
    for (const LocationIndex where : locations.inside(other)) {
      const LocationSet* kept = points_to_.graph().stored(where);
      if (kept == nullptr || other == object || is_iterator(locations.object(other))) continue;
      for (const LocationIndex one : *kept)
        if (blocks.contains(locations[one].object)) return std::nullopt;  // another container has it, too
    }
  return blocks;
}

}  // namespace heddle::analysis
