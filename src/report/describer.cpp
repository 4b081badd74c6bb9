// Names and places: how addresses, sites and recorded stacks become words. Used by describe.cpp, explain.cpp and
// interleaving.cpp.
//
// A place comes from the recorded call stack where there is one and from the site otherwise. The site is exact about
// line and column (optimised code may blur them), so it replaces the frame of the stack that it belongs to.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "model/address_space.h"
#include "report/describe.h"

namespace heddle {
namespace {

bool known(const SourcePosition& p) { return p.line != 0; }

// Frames beyond the thread's first function belong to the tool or to the C library and have no source.
void drop_unknown_tail(std::vector<SourcePosition>& frames) {
  while (frames.size() > 1 && !known(frames.back())) frames.pop_back();
}

std::string value_text(const RecordedEvent& event) {
  if (!event.has_value) return {};
  const unsigned bits = event.operation.width * 8u;
  std::int64_t value = static_cast<std::int64_t>(event.value);
  if (bits > 0 && bits < 64) value = static_cast<std::int64_t>(event.value << (64 - bits)) >> (64 - bits);
  if (value >= -99999999 && value <= 99999999) return fmt::format(" = {}", value);
  return fmt::format(" = {:#x}", event.value);
}

const char* order_text(const Operation& operation) {
  using K = OperationKind;
  if (operation.kind != K::AtomicLoad && operation.kind != K::AtomicStore && operation.kind != K::AtomicRmw &&
      operation.kind != K::AtomicCompareExchange && operation.kind != K::Fence)
    return "";
  switch (operation.order) {
    case MemoryOrder::Relaxed:
      return " (relaxed)";
    case MemoryOrder::Acquire:
      return " (acquire)";
    case MemoryOrder::Release:
      return " (release)";
    case MemoryOrder::AcquireRelease:
      return " (acq_rel)";
    case MemoryOrder::SequentiallyConsistent:
      return "";
  }
  return "";
}

struct Verb {
  const char* text;  // "{}": the object; "{1}": the second object, a mutex
  const char* failed = nullptr;
};

Verb verb_of(OperationKind kind) {
  using K = OperationKind;
  switch (kind) {
    case K::None:
      return {"start"};
    case K::ThreadCreate:
      return {"create {}"};
    case K::ThreadExit:
      return {"end of thread"};
    case K::Join:
      return {"join {}"};
    case K::Detach:
      return {"detach {}"};
    case K::MutexInit:
    case K::CondInit:
    case K::RwInit:
    case K::SemInit:
    case K::BarrierInit:
      return {"initialise {}"};
    case K::MutexDestroy:
    case K::CondDestroy:
    case K::RwDestroy:
    case K::SemDestroy:
    case K::BarrierDestroy:
      return {"destroy {}"};
    case K::MutexLock:
      return {"lock {}"};
    case K::MutexTryLock:
      return {"try to lock {}", "try to lock {}: busy"};
    case K::MutexTimedLock:
      return {"lock {} with a time limit", "lock {}: timed out"};
    case K::MutexUnlock:
      return {"unlock {}"};
    case K::MutexAbandon:
      return {"end of the owner of {}"};
    case K::MutexConsistent:
      return {"make {} consistent"};
    case K::Cancel:
      return {"cancel {}"};
    case K::CancelPoint:
      return {"may be cancelled"};
    case K::LockAllBegin:
      return {"begin to take several locks, {} among them: it may hold each for a moment"};
    case K::LockAll:
      return {"take several locks together, {} among them"};
    case K::CondWait:
      return {"wait on {0}, releasing {1}"};
    case K::CondTimedWait:
      return {"wait on {0} with a time limit, releasing {1}"};
    case K::CondReacquire:
      return {"end of the wait on {0}, taking {1}", "time-out of the wait on {0}, taking {1}"};
    case K::CondSignal:
      return {"signal {}"};
    case K::CondBroadcast:
      return {"broadcast {}"};
    case K::RwReadLock:
      return {"read-lock {}"};
    case K::RwWriteLock:
      return {"write-lock {}"};
    case K::RwTryReadLock:
      return {"try to read-lock {}", "try to read-lock {}: busy"};
    case K::RwTryWriteLock:
      return {"try to write-lock {}", "try to write-lock {}: busy"};
    case K::RwTimedReadLock:
      return {"read-lock {} with a time limit", "read-lock {}: timed out"};
    case K::RwWriteArrive:
      return {"begin to wait for {} to write"};
    case K::RwTimedWriteLock:
      return {"write-lock {} with a time limit", "write-lock {}: timed out"};
    case K::RwUnlock:
      return {"unlock {}"};
    case K::SemWait:
      return {"semaphore wait on {}"};
    case K::SemTryWait:
      return {"try to decrement semaphore {}", "try to decrement semaphore {}: zero"};
    case K::SemTimedWait:
      return {"semaphore wait on {} with a time limit", "semaphore wait on {}: timed out"};
    case K::SemPost:
      return {"semaphore post to {}"};
    case K::SemGetValue:
      return {"value of semaphore {}"};
    case K::BarrierArrive:
      return {"arrive at barrier {}"};
    case K::BarrierLeave:
      return {"leave barrier {}"};
    case K::OnceEnter:
      return {"enter the initialisation {}"};
    case K::OnceDone:
      return {"end of the initialisation {}"};
    case K::OnceAbandon:
      return {"the initialisation {} is given up"};
    case K::AtomicLoad:
      return {"atomic load of {}"};
    case K::AtomicStore:
      return {"atomic store to {}"};
    case K::AtomicRmw:
      return {"atomic update of {}"};
    case K::AtomicCompareExchange:
      return {"compare-exchange of {}"};
    case K::Fence:
      return {"fence"};
    case K::FutexWait:
      return {"wait for a change of {}"};
    case K::FutexTimedWait:
      return {"wait for a change of {} with a time limit"};
    case K::FutexSleep:
      return {"sleep until {} is notified"};
    case K::FutexWake:
      return {"notify {}"};
    case K::PlainRead:
      return {"read {}"};
    case K::PlainWrite:
      return {"write {}"};
    case K::StorageEnd:
      return {"{} freed"};
    case K::Choose:
      return {"choose"};
    case K::Yield:
      return {"yield"};
    case K::SpinWait:
      return {"spin until something it read changes"};
    case K::LoopPoint:
      return {"next round of a long loop"};
    case K::LoopCut:
      return {"a loop that is followed no further"};
    case K::Assume:
      return {"an assumption that does not hold"};
    case K::AtomicSection:
      return {"begin an atomic section"};
    case K::Label:
      return {"label"};
    case K::ProcessExit:
      return {"end of the process"};
  }
  return {"unknown operation"};
}

// State that models keep is looked at or changed, and locked for that while nobody else runs (machine/state.cpp).
Verb verb_for_state(OperationKind kind) { return {kind == OperationKind::RwReadLock ? "look at {}" : "use {}"}; }

bool object_is_thread(OperationKind kind) {
  return kind == OperationKind::ThreadCreate || kind == OperationKind::Join || kind == OperationKind::Detach ||
         kind == OperationKind::Cancel;
}

}  // namespace

std::string short_position(const SourcePosition& position) {
  return position.line == 0 ? position.file : fmt::format("{}:{}", position.file, position.line);
}

Place Describer::place(SiteId site, const std::vector<std::uintptr_t>& stack) const {
  std::vector<SourcePosition> frames;
  if (in.image.symbolise)
    for (const std::uintptr_t address : stack)
      for (SourcePosition& frame : in.image.symbolise(address)) frames.push_back(std::move(frame));
  drop_unknown_tail(frames);

  const std::vector<SourcePosition>& exact = in.image.sites[site].frames;
  if (known(exact.front())) {
    auto same = std::find_if(frames.begin(), frames.end(), [&](const SourcePosition& f) {
      return f.function == exact.front().function && f.file == exact.front().file;
    });
    if (same == frames.end())  // debug info may spell the function differently
      same = std::find_if(frames.begin(), frames.end(), [&](const SourcePosition& f) {
        return f.line == exact.front().line && f.file == exact.front().file;
      });
    // The stack goes on where the frames that the site knows end. Not found: rather a frame twice than one too few,
    // the optimiser may have put the user's function and everything it calls behind one return address.
    const std::size_t skip = same == frames.end() ? 0 : static_cast<std::size_t>(same - frames.begin()) + exact.size();
    frames.erase(frames.begin(), frames.begin() + static_cast<std::ptrdiff_t>(std::min(skip, frames.size())));
    frames.insert(frames.begin(), exact.begin(), exact.end());
  }
  if (frames.empty()) frames = exact;

  auto user = std::find_if(frames.begin(), frames.end(), [](const SourcePosition& f) { return !f.system && known(f); });
  if (user == frames.end()) user = std::find_if(frames.begin(), frames.end(), known);
  if (user == frames.end()) user = frames.begin();
  return {*user, {frames.begin(), user}, {user + 1, frames.end()}};
}

SourcePosition Describer::position_of(const RecordedEvent& event) const {
  return place(event.operation.site, event.stack).position;
}

std::string Describer::thread(ThreadId t) const {
  return t.index() < in.names.size() ? in.names.name(t) : fmt::format("thread {}", t.value);
}

std::string Describer::variable(Address address, SiteId site, const RecordedEvent* at) const {
  if (at != nullptr)
    for (const StackName& then : at->on_stack)
      if (then.address == address) return in.image.variables.path(then.variable, then.offset);
  // A local that lives in a register has no address.
  std::string name = address ? in.addresses.name(address).variable : std::string();
  if (name.empty()) name = in.image.sites[site].expression;
  return name.empty() ? fmt::format("address {:#x}", address) : name;
}

std::vector<std::string> Describer::locks_at(const RecordedEvent& event) const {
  std::vector<std::string> names;
  for (const ObjectId id : event.held) {
    std::string name = variable(in.address_of(id), {}, &event);
    if (std::find(event.read_locks.begin(), event.read_locks.end(), id) != event.read_locks.end()) name += kForReading;
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
  }
  return names;
}

std::vector<std::string> Describer::lock_names(const std::vector<ObjectId>& held) const {
  std::vector<std::string> names;
  for (const ObjectId id : held) {
    std::string name = variable(in.address_of(id));
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
  }
  return names;
}

std::string Describer::created_at(ThreadId t) const {
  for (const RecordedEvent& event : in.recording.recorder.events)
    if (event.operation.kind == OperationKind::ThreadCreate && event.operation.object == t.value && t != kMainThread)
      return fmt::format("created by {} at {}", thread(event.thread), short_position(position_of(event)));
  return {};
}

std::string Describer::phrase(const Operation& operation, const RecordedEvent* at) const {
  const Verb verb = is_process_state(operation.object) ? verb_for_state(operation.kind) : verb_of(operation.kind);
  const std::string first = object_is_thread(operation.kind)
                                ? thread(ThreadId(static_cast<std::uint16_t>(operation.object)))
                                : variable(operation.object, operation.site, at);
  const bool has_mutex = operation.kind == OperationKind::CondWait || operation.kind == OperationKind::CondTimedWait ||
                         operation.kind == OperationKind::CondReacquire;
  const std::string second = has_mutex ? variable(operation.argument, {}, at) : std::string{};
  return fmt::format(fmt::runtime(verb.text), first, second) + order_text(operation);
}

namespace {

// The name that the program gave, from its memory.
std::string label_text(Address name) {
  const char* text = reinterpret_cast<const char*>(name);
  return fmt::format("\"{}\"", std::string(text, strnlen(text, 60)));
}

// Is a result other than zero the number of an error?
bool returns_error(OperationKind kind) {
  switch (kind) {
    case OperationKind::Choose:
    case OperationKind::AtomicSection:
    case OperationKind::BarrierArrive:
    case OperationKind::BarrierLeave:
    case OperationKind::OnceEnter:
    case OperationKind::FutexWake:
    case OperationKind::SemGetValue:
      return false;
    default:
      return !is_memory_access(kind);
  }
}

}  // namespace

std::string Describer::phrase(const RecordedEvent& event) const {
  const Verb verb = verb_of(event.operation.kind);
  if (event.blocked) return "waits: " + phrase(event.operation, &event);
  if (event.result != 0 && verb.failed != nullptr)
    return fmt::format(fmt::runtime(verb.failed), variable(event.operation.object, event.operation.site, &event),
                       variable(event.operation.argument, {}, &event));
  if (event.result != 0 && returns_error(event.operation.kind))
    return fmt::format("{}: error {}", phrase(event.operation, &event), event.result);
  if (event.operation.kind == OperationKind::Choose) return fmt::format("choose {}", event.result);
  if (event.operation.kind == OperationKind::AtomicSection && event.operation.argument > 1)
    return fmt::format("choose {}", event.result);
  if (event.operation.kind == OperationKind::Label) return "label " + label_text(event.operation.object);
  if (event.freed) return variable(event.operation.object, event.operation.site, &event) + " freed";
  return phrase(event.operation, &event) + value_text(event);
}

std::optional<std::size_t> Describer::find_access(const Access& access, std::size_t before) const {
  const std::vector<RecordedEvent>& events = in.recording.recorder.events;
  std::optional<std::size_t> other_site;
  for (std::size_t i = std::min(before, events.size()); i-- > 0;) {
    const RecordedEvent& event = events[i];
    if (event.thread != access.thread || event.blocked) continue;
    const bool overlaps = event.operation.object < access.address + std::max<std::uint64_t>(access.size, 1) &&
                          access.address < event.operation.object + std::max<unsigned>(event.operation.width, 1);
    if (event.operation.site == access.site && (overlaps || !is_memory_access(event.operation.kind))) return i;
    if (!other_site && overlaps && is_memory_access(event.operation.kind) &&
        (may_write(event.operation.kind) || !is_write(access.kind)))
      other_site = i;
  }
  return other_site;
}

}  // namespace heddle
