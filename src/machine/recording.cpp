// Full detail for reports, while a schedule is replayed with a Recorder; see event_recorder.h. Also what an address is
// called (Engine::name_address).
#include <unwind.h>

#include <algorithm>

#include "machine/engine.h"
#include "machine/event_recorder.h"
#include "machine/models.h"
#include "machine/streams.h"
#include "model/address_space.h"

namespace heddle {
namespace {

struct Walk {
  std::vector<std::uintptr_t>* out;
};

_Unwind_Reason_Code visit_frame(_Unwind_Context* context, void* argument) {
  auto& out = *static_cast<Walk*>(argument)->out;
  const std::uintptr_t pc = _Unwind_GetIP(context);
  if (pc - kImageBase < kImageSize) out.push_back(pc);  // program code only
  return out.size() < 64 ? _URC_NO_REASON : _URC_END_OF_STACK;
}

// The caller's address lies right below what is the top of its frame.
_Unwind_Reason_Code visit_return(_Unwind_Context* context, void* argument) {
  auto& out = *static_cast<std::vector<ReturnSlot>*>(argument);
  const std::uintptr_t pc = _Unwind_GetIP(context);
  if (pc - kImageBase < kImageSize) out.push_back({_Unwind_GetCFA(context) - sizeof pc, pc});
  return out.size() < 64 ? _URC_NO_REASON : _URC_END_OF_STACK;
}

// How often an access is recorded before the next one takes the place of the last.
constexpr std::uint32_t kTimes = 1'000;

}  // namespace

std::vector<std::uintptr_t> call_stack() {
  std::vector<std::uintptr_t> stack;
  Walk walk{&stack};
  _Unwind_Backtrace(visit_frame, &walk);
  return stack;
}

void EventRecorder::make_room_for_threads() { stacks_.resize(std::max(stacks_.size(), engine_.threads.size())); }

// On the fiber, before its operation is published: the stack is only there now.
void EventRecorder::arrived(ThreadId t, const Operation& op, bool blocks) {
  make_room_for_threads();
  stacks_[t.index()] = call_stack();
  if (blocks) record(t, op, true, 0);
}

void EventRecorder::performed(ThreadId t, const Operation& op, std::int64_t result) {
  const bool plain = op.kind == OperationKind::PlainRead || op.kind == OperationKind::PlainWrite;
  const bool ends = op.kind == OperationKind::StorageEnd;
  // An access to watched bytes is in the recording already.
  if ((plain || ends) && recorder_->watches(op.object, ends ? op.argument : op.width)) return;
  record(t, op, false, result);
}

void EventRecorder::record(ThreadId t, const Operation& op, bool blocked, std::int64_t result) {
  fill_in_written_value();
  for (Repeated& last : repeated_) last.times = 0;  // other locks may be held from here on
  RecordedEvent event;
  event.step = engine_.step_number;
  event.thread = t;
  event.operation = op;
  event.blocked = blocked;
  event.result = static_cast<int>(result);
  const bool written = op.kind == OperationKind::PlainWrite && op.width <= 8 && !blocked;
  if (is_memory_access(op.kind) && op.width <= 8 && !written) {
    event.has_value = true;
    event.value = read_value(op.object, op.width);
  }
  make_room_for_threads();
  if (engine_.on_fiber && t == engine_.current) stacks_[t.index()] = call_stack();
  event.stack = stacks_[t.index()];
  note_moment(event);
  keep(std::move(event));
  if (written) unfilled_ = recorder_->events.size();
}

// Which locks the thread has, and the names of what may not be there any more when the report is written.
void EventRecorder::note_moment(RecordedEvent& event) const {
  const sync::World& world = engine_.world;
  event.held = world.held_by(event.thread);
  const auto note = [&](Address a) {
    if (!in_stacks(a)) return;
    if (const auto found = stack_variable_at(a)) event.on_stack.push_back({a, found->variable, a - found->begin});
  };
  note(event.operation.object);
  note(event.operation.argument);  // the mutex of a condition
  for (const ObjectId id : event.held) {
    note(world.address_of(id));
    if (world.read_locks(event.thread, id) > 0) event.read_locks.push_back(id);
  }
}

// The stack of the thread as it crashes: its last event.
void EventRecorder::crashed(ThreadId t) { record(t, Operation{}, false, 0); }

void EventRecorder::accessed(const Access& access) {
  const auto [t, kind, a, size, site] = access;
  fill_in_written_value();
  make_room_for_threads();
  if (!recorder_->watches(a, size) || repeats(access)) return;
  RecordedEvent event;
  event.step = engine_.step_number;
  event.thread = t;
  event.operation.kind = is_write(kind) ? OperationKind::PlainWrite : OperationKind::PlainRead;
  event.operation.object = a;
  event.operation.width = static_cast<std::uint32_t>(size);
  event.operation.site = site;
  event.freed = kind == AccessKind::Free;
  if (engine_.on_fiber) stacks_[t.index()] = call_stack();
  event.stack = stacks_[t.index()];
  note_moment(event);
  const bool has_value = size <= 8 && kind != AccessKind::Free;
  const bool written = has_value && is_write(kind);
  if (has_value && !written) {
    event.has_value = true;
    event.value = read_value(a, static_cast<std::uint32_t>(size));
  }
  keep(std::move(event));
  if (written) unfilled_ = recorder_->events.size();
  may_be_repeated(access);
}

// To unwind the stack takes a microsecond, and a loop that computes may make an access some million times before its
// thread lets others run. If the return addresses are where they were, it is the same one again, with another value.
bool EventRecorder::repeats(const Access& access) {
  Repeated& last = repeated_[access.site.value % kRepeated];
  if (last.event <= recorder_->dropped || last.times < kTimes) return false;
  RecordedEvent& event = recorder_->events[last.event - 1 - recorder_->dropped];
  const Access& before = last.access;
  if (before.site != access.site || before.thread != access.thread || before.kind != access.kind ||
      before.address != access.address || before.size != access.size || event.step != engine_.step_number)
    return false;
  for (const ReturnSlot& slot : last.returns)
    if (*reinterpret_cast<const std::uintptr_t*>(slot.place) != slot.address) return false;
  if (event.has_value) {
    if (is_write(access.kind))
      unfilled_ = last.event - recorder_->dropped;
    else
      event.value = read_value(access.address, static_cast<std::uint32_t>(access.size));
  }
  return true;
}

void EventRecorder::may_be_repeated(const Access& access) {
  Repeated& last = repeated_[access.site.value % kRepeated];
  if (last.access.site != access.site || last.access.address != access.address) last = {access, 0, 0, {}};
  last.access = access;
  last.event = recorder_->dropped + recorder_->events.size();
  if (++last.times < kTimes || !engine_.on_fiber) return;
  last.returns.clear();
  _Unwind_Backtrace(visit_return, &last.returns);
}

// A write is announced before it happens: its value shows once the thread has gone on, and never if the execution ends
// with the announcement (a race is reported at that moment).
void EventRecorder::fill_in_written_value() {
  if (unfilled_ == 0 || unfilled_ > recorder_->events.size()) return;
  RecordedEvent& event = recorder_->events[unfilled_ - 1];
  event.has_value = true;
  event.value = read_value(event.operation.object, event.operation.width);
  unfilled_ = 0;
}

void EventRecorder::keep(RecordedEvent event) {
  if (recorder_->events.size() >= recorder_->limit) {
    recorder_->events.erase(recorder_->events.begin(),
                            recorder_->events.begin() + static_cast<long>(recorder_->limit / 2));
    recorder_->dropped += recorder_->limit / 2;
    unfilled_ = 0;
  }
  recorder_->events.push_back(std::move(event));
}

void EventRecorder::allocated(Address start) { allocation_stacks_[start] = call_stack(); }

const std::vector<std::uintptr_t>* EventRecorder::allocation_stack(Address start) const {
  const auto known = allocation_stacks_.find(start);
  return known == allocation_stacks_.end() ? nullptr : &known->second;
}

void EventRecorder::variable_begins(Address a, std::uint64_t size, std::uint32_t variable) {
  const auto put = [&](StackVariables& all) {
    auto first = all.lower_bound(a);
    if (first != all.begin())
      if (auto before = std::prev(first); a - before->first < before->second.size) first = before;
    all.erase(first, all.lower_bound(a + size));
    all[a] = {a, size, variable};
  };
  put(stack_variables_);
  const Image& image = engine_.image;
  const bool ours = variable < image.variables.size() && image.variables[variable].file.starts_with("<heddle library>");
  if (!ours) put(users_variables_);
}

// Who is accessed after its life is hardly a local of src/library, though one may have lain there last.
std::optional<EventRecorder::StackVariable> EventRecorder::stack_variable_at(Address a) const {
  const auto find = [&](const StackVariables& all) -> std::optional<StackVariable> {
    auto after = all.upper_bound(a);
    if (after == all.begin()) return std::nullopt;
    const StackVariable& found = std::prev(after)->second;
    return a - found.begin < found.size ? std::optional(found) : std::nullopt;
  };
  if (engine_.storage.why(a) == StorageMap::Why::Closed)
    if (auto users = find(users_variables_)) return users;
  return find(stack_variables_);
}

// The thread_local variable whose storage starts here, for whichever thread.
const GlobalRange* Engine::thread_local_at(Address start) const {
  for (const GlobalRange& variable : image.thread_locals) {
    const auto name = local_names_.find(reinterpret_cast<void*>(variable.begin));
    if (name == local_names_.end()) continue;
    for (std::size_t i = name->second; i < locals_.size(); i += kLocalsPerThread)
      if (locals_[i] == start) return &variable;
  }
  return nullptr;
}

AddressName Engine::name_address(Address a) const {
  AddressName name;
  if (const Address streams = streams_with(a); a - streams < 3 * kStreamSize) {
    static const char* const kStreams[] = {"stdin", "stdout", "stderr"};
    return {kStreams[(a - streams) / kStreamSize], ""};
  }
  if (is_library_key(a)) return {libraries.name(a), ""};
  const bool in_pages = in_heap(a) && a % 4096 == 0;  // the beginning of shared memory: below, with what else is known
  if (std::string known = in_pages ? "" : name_of_channel(a); !known.empty()) return {known, ""};
  if (in_heap(a)) {
    Address start = 0;
    const BlockHeader* block = heap.block_around(a, start);
    if (!block) return {"heap address outside every block", ""};
    if (const GlobalRange* local = thread_local_at(start)) return {image.variables.path(local->variable, a - start), ""};
    const SourcePosition* where = nullptr;
    std::vector<SourcePosition> frames;
    if (const auto* const stack = recording.allocation_stack(start))
      for (std::uintptr_t pc : *stack)
        for (SourcePosition& p : image.symbolise(pc)) frames.push_back(std::move(p));
    for (const SourcePosition& p : frames)
      if (!p.system && p.line) {
        where = &p;
        break;
      }
    if (!where && block->site) where = &image.sites[SiteId(block->site)].frames.back();
    if (!where || !where->line) return {"heap block of " + std::to_string(block->size) + " bytes + " + std::to_string(a - start), ""};
    if (block->site) name.allocates = image.sites[SiteId(block->site)].allocates;
    name.block = start;
    name.block_size = block->size;
    name.allocated_at = where->file + ":" + std::to_string(where->line);
    const std::string known = start % 4096 == 0 ? name_of_channel(start) : "";  // shared memory, a named semaphore
    name.variable = known.empty() ? "heap block from " + name.allocated_at : known;
    if (known.empty() || a != start) name.variable += " + " + std::to_string(static_cast<long>(a - start));
    return name;
  }
  if (in_stacks(a)) {
    if (const auto found = recording.stack_variable_at(a))
      return {image.variables.path(found->variable, a - found->begin), ""};
    return {"stack of " + names.name(stack_owner(a)), ""};
  }
  auto after = std::upper_bound(image.globals.begin(), image.globals.end(), a, [](Address x, const GlobalRange& g) { return x < g.begin; });
  if (after != image.globals.begin()) {
    const GlobalRange& g = *std::prev(after);
    if (a - g.begin < std::max<std::uint64_t>(g.size, 1)) return {image.variables.path(g.variable, a - g.begin), ""};
  }
  return {is_process_state(a) ? name_of_state(a) : "memory of a library", ""};
}

}  // namespace heddle
