// Full detail for reports, while a schedule is replayed with a Recorder.
#include <unwind.h>

#include <algorithm>

#include "machine/engine.h"
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

}  // namespace

std::vector<std::uintptr_t> Engine::call_stack() {
  std::vector<std::uintptr_t> stack;
  Walk walk{&stack};
  _Unwind_Backtrace(visit_frame, &walk);
  return stack;
}

// On the fiber, before its operation is published: the stack is only there now.
void Engine::record_blocked(const Operation& op) {
  stacks_.resize(std::max(stacks_.size(), threads.size()));
  stacks_[current.index()] = call_stack();
  if (!enabled(current, op)) record(current, op, true, 0);
}

void Engine::record(ThreadId t, const Operation& op, bool blocked, std::int64_t result) {
  const bool once = op.kind == OperationKind::OnceEnter || op.kind == OperationKind::OnceAbandon;
  if (once && op.object >= kExitObject) return;  // no object of the program
  fill_in_written_value();
  RecordedEvent event;
  event.step = step_number;
  event.thread = t;
  event.operation = op;
  event.blocked = blocked;
  event.result = static_cast<int>(result);
  const bool written = op.kind == OperationKind::PlainWrite && op.width <= 8 && !blocked;
  if (is_memory_access(op.kind) && op.width <= 8 && !written) {
    event.has_value = true;
    event.value = read_value(op.object, op.width);
  }
  stacks_.resize(std::max(stacks_.size(), threads.size()));
  if (on_fiber && t == current) stacks_[t.index()] = call_stack();
  event.stack = stacks_[t.index()];
  note_moment(event);
  keep(std::move(event));
  if (written) unfilled_ = recorder->events.size();
}

// Which locks the thread has, and the names of what may not be there any more when the report is written.
void Engine::note_moment(RecordedEvent& event) const {
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

// The stack of the running thread as it crashes: its last event.
void Engine::record_crash() {
  Operation op;
  op.kind = OperationKind::None;
  record(current, op, false, 0);
}

void Engine::record_access(ThreadId t, Address a, std::uint64_t size, AccessKind kind, SiteId site) {
  fill_in_written_value();
  stacks_.resize(std::max(stacks_.size(), threads.size()));
  if (!recorder->watches(a, size)) return;
  RecordedEvent event;
  event.step = step_number;
  event.thread = t;
  event.operation.kind = is_write(kind) ? OperationKind::PlainWrite : OperationKind::PlainRead;
  event.operation.object = a;
  event.operation.width = static_cast<std::uint32_t>(size);
  event.operation.site = site;
  event.freed = kind == AccessKind::Free;
  if (on_fiber) stacks_[t.index()] = call_stack();
  event.stack = stacks_[t.index()];
  note_moment(event);
  const bool has_value = size <= 8 && kind != AccessKind::Free;
  const bool written = has_value && is_write(kind);
  if (has_value && !written) {
    event.has_value = true;
    event.value = read_value(a, static_cast<std::uint32_t>(size));
  }
  keep(std::move(event));
  if (written) unfilled_ = recorder->events.size();
}

// A write is announced before it happens: its value shows once the thread has gone on, and never if the execution ends
// with the announcement (a race is reported at that moment).
void Engine::fill_in_written_value() {
  if (unfilled_ == 0 || unfilled_ > recorder->events.size()) return;
  RecordedEvent& event = recorder->events[unfilled_ - 1];
  event.has_value = true;
  event.value = read_value(event.operation.object, event.operation.width);
  unfilled_ = 0;
}

void Engine::keep(RecordedEvent event) {
  if (recorder->events.size() >= recorder->limit) {
    recorder->events.erase(recorder->events.begin(), recorder->events.begin() + static_cast<long>(recorder->limit / 2));
    recorder->dropped += recorder->limit / 2;
    unfilled_ = 0;
  }
  recorder->events.push_back(std::move(event));
}

void Engine::record_allocation(const void* start) {
  allocation_stacks_[reinterpret_cast<Address>(start)] = call_stack();
}

void Engine::record_stack_variable(Address a, std::uint64_t size, std::uint32_t variable) {
  const auto put = [&](StackVariables& all) {
    auto first = all.lower_bound(a);
    if (first != all.begin())
      if (auto before = std::prev(first); a - before->first < before->second.size) first = before;
    all.erase(first, all.lower_bound(a + size));
    all[a] = {a, size, variable};
  };
  put(stack_variables_);
  const bool ours = variable < image.variables.size() && image.variables[variable].file.starts_with("<heddle library>");
  if (!ours) put(users_variables_);
}

// Who is accessed after its life is hardly a local of src/library, though one may have lain there last.
std::optional<Engine::StackVariable> Engine::stack_variable_at(Address a) const {
  const auto find = [&](const StackVariables& all) -> std::optional<StackVariable> {
    auto after = all.upper_bound(a);
    if (after == all.begin()) return std::nullopt;
    const StackVariable& found = std::prev(after)->second;
    return a - found.begin < found.size ? std::optional(found) : std::nullopt;
  };
  if (storage.why(a) == StorageMap::Why::Closed)
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
  if (a - streams < 3 * kStreamSize) {
    static const char* const kStreams[] = {"stdin", "stdout", "stderr"};
    return {kStreams[(a - streams) / kStreamSize], ""};
  }
  if (is_library_key(a)) return {libraries.name(a), ""};
  if (in_heap(a)) {
    Address start = 0;
    const BlockHeader* block = heap.block_around(a, start);
    if (!block) return {"heap address outside every block", ""};
    if (const GlobalRange* local = thread_local_at(start)) return {image.variables.path(local->variable, a - start), ""};
    const SourcePosition* where = nullptr;
    std::vector<SourcePosition> frames;
    if (auto it = allocation_stacks_.find(start); it != allocation_stacks_.end())
      for (std::uintptr_t pc : it->second)
        for (SourcePosition& p : image.symbolise(pc)) frames.push_back(std::move(p));
    for (const SourcePosition& p : frames)
      if (!p.system && p.line) {
        where = &p;
        break;
      }
    if (!where && block->site) where = &image.sites[SiteId(block->site)].frames.back();
    if (!where || !where->line) return {"heap block of " + std::to_string(block->size) + " bytes + " + std::to_string(a - start), ""};
    name.allocated_at = where->file + ":" + std::to_string(where->line);
    name.variable = "heap block from " + name.allocated_at + " + " + std::to_string(static_cast<long>(a - start));
    return name;
  }
  if (in_stacks(a)) {
    if (const auto found = stack_variable_at(a)) return {image.variables.path(found->variable, a - found->begin), ""};
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
