// The state of the machine as one list: everything that a restore brings back, and what of it the program, or what is
// judged of it, could observe later. From this list come the canonical image of a state and its fingerprint
// (Engine::write_state); that nothing else changes is checked by restore_check.cpp. Whoever adds something that is
// journalled adds a part here, or a line to the list of what is not written, with the reason.
//
// Canonical means: by names that do not depend on the way. A thread is its slot, an object its address; lists are
// sorted. What only says when something happened (numbers of steps and runs) is not written.
//
// A part writes what decides how the program can go on. Not written, since nobody can observe it:
//
// clang-format off
//   who came round a loop without an exit                       is about a step, not about the state
//   sites of pending operations, headers' sites, names          for reports; they follow from the program's position
//   output, recorder, limits, assumptions, experience           about executions, not about the state
//   addressability of heap bytes and of globals                 follows from the blocks' headers; constant
//   result of a thread's last operation                         was handed over before the thread stopped again
//   step_number, runs, restores, changes                        count events
//   rounds of a loop since the last visible operation           decide when it is interrupted, which nobody notices
//   spin rounds, looks, loop counts and states, restless        off while states are compared (spin.cpp)
//   what the detector knows                                     compared apart: detect/knowledge.h
//   dead registers and spill slots of the program               nothing reads them before they are overwritten
// clang-format on
#include <algorithm>
#include <cassert>

#include "machine/dead_values.h"
#include "machine/engine.h"
#include "machine/error_numbers.h"
#include "machine/float_flags.h"
#include "machine/models.h"

namespace heddle {

struct StateParts {
  struct Part {
    const char* name;
    void (*write)(Engine&, StateWriter&);
  };
  static const Part list[];

  static std::uint16_t slot(ThreadId t) { return thread_slots.of(t); }
  static std::span<const ThreadId> threads(const Engine& e) { return e.world.threads_by_rank(); }

  static void process(Engine& e, StateWriter& to) {
    to.word(e.status);
    to.word(e.thread_total);
    to.word(e.exit_status);
    to.word(e.in_section_ ? slot(e.section_owner_) + 1 : 0);
    to.word(std::uint64_t{e.in_explored_scope} | std::uint64_t{e.scope_over} << 1 | std::uint64_t{e.open_scopes} << 32);
    to.word(std::uint64_t{e.scope_count} | std::uint64_t{e.failed_outside_} << 32);
    for (std::size_t i = 0; i < std::max<std::size_t>(1, e.image.processes.size()); i++) {
      const Engine::Process& p = e.processes[i];
      to.word(std::uint64_t{p.main_began_alone} | std::uint64_t{p.ended} << 1 | std::uint64_t{p.killed} << 2 |
              std::uint64_t{p.closes != nullptr} << 3 | std::uint64_t{p.flushes != nullptr} << 4);
      to.word(p.exiting ? slot(p.exiter) + 1 : 0);
      to.word(p.destructors_begun);
      to.word(p.ended ? p.status : 0);
      to.word(p.streams);
      for (const Address handler : process_handlers(i)) to.word(handler);
    }
  }

  static void memory(Engine& e, StateWriter& to) {
    e.memory.write_state(e, to);
    to.part("arenas");
    for (const ThreadId t : threads(e)) e.heap.write_state(t, to);
    e.libraries.write_state(to);
  }

  static void objects(Engine& e, StateWriter& to) { e.world.write_state(to); }

  static void clocks(Engine& e, StateWriter& to) {
    e.time.write_state(
        threads(e), [&](ObjectId id) { return e.world.address_of(id) << 1 | id.value % sync::World::kParts; }, to);
  }

  // What later atomic accesses will order, beside what a detector knows.
  static void release_sequences(Engine& e, StateWriter& to) {
    e.places_.write_state([&](ObjectId id) { return e.world.address_of(id); }, to);
    if (e.image.weak_atomics) e.sequences_.write_state(to);
  }

  static void handlers(Engine& e, StateWriter& to) {
    for (std::uint32_t i = 0; i < e.handler_count; i++) {
      const Engine::Handler& h = e.handlers[i];
      if (h.done) continue;
      to.word(reinterpret_cast<Address>(h.function));
      to.word(h.argument);
      to.word(std::uint64_t{slot(h.thread)} | std::uint64_t{h.of_thread} << 16 | std::uint64_t{h.wants_status} << 17);
    }
    to.word(0);
  }

  // The lives of keys count how often a number was used: values of an earlier one are gone.
  static void keys(Engine& e, StateWriter& to) {
    to.word(e.key_count);
    for (std::uint32_t k = 0; k < e.key_count; k++) {
      to.word(e.keys[k].used);
      if (!e.keys[k].used) continue;
      to.word(reinterpret_cast<Address>(e.keys[k].destructor));
      for (const ThreadId t : threads(e)) {
        const Engine::KeyValue& kept = e.key_value(t, k);
        to.word(kept.life == e.keys[k].life ? kept.value : nullptr);
      }
    }
  }

  static void thread_locals(Engine& e, StateWriter& to) {
    std::vector<std::pair<Address, std::uint32_t>> variables;
    for (const auto& [control, index] : e.local_names_)
      variables.emplace_back(reinterpret_cast<Address>(control), index);
    std::sort(variables.begin(), variables.end());
    for (const ThreadId t : threads(e))
      for (const auto& [control, index] : variables) {
        const std::size_t i = t.index() * Engine::kLocalsPerThread + index;
        if (i >= e.locals_.size() || e.locals_[i] == 0) continue;
        to.word(control);
        to.word(e.locals_[i]);
      }
    to.word(0);
  }

  static void inputs(Engine& e, StateWriter& to) {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> given;
    for (const auto& [key, count] : e.inputs_given)
      if (count != 0) given.emplace_back(std::uint64_t{slot(key.first)} << 32 | key.second.value, count);
    std::sort(given.begin(), given.end());
    to.word(given.size());
    for (const auto& [key, count] : given) to.word(key), to.word(count);
    to.word(e.benign_count_);
    for (std::uint32_t i = 0; i < e.benign_count_; i++) to.word(e.benign_[i].begin), to.word(e.benign_[i].size);
  }

  static void pending(Engine& e, const Operation& op, StateWriter& to) {
    using enum OperationKind;
    to.word(static_cast<std::uint64_t>(op.kind) | static_cast<std::uint64_t>(op.order) << 8 |
            static_cast<std::uint64_t>(op.failure_order) << 16 | std::uint64_t{op.cancellable} << 24 |
            std::uint64_t{op.width} << 32);
    const bool of_thread = op.kind == Join || op.kind == Cancel || op.kind == ThreadUse;
    to.word(of_thread ? Address{slot(ThreadId(static_cast<std::uint16_t>(op.object)))} : op.object);
    if (op.kind == LockAll || op.kind == LockAllBegin || op.kind == ChannelPoll) {  // the argument names a set
      for (const auto& [address, kind] : e.byte_sets[op.argument]) to.word(address), to.word(kind);
      to.word(0);
    } else {
      to.word(op.kind == BarrierLeave ? 0 : op.argument);  // always of the barrier's present generation
    }
  }

  static void memory_of_stack(Engine& e, Address begin, Address end, StateWriter& to) {
    e.memory.write_range(reinterpret_cast<const void*>(begin), end - begin, to);
    e.storage.write_state(begin, end, to);
  }

  // What cannot be read any more counts as zero. Which words these are follows from what is written before them.
  static void frames(Engine& e, const ProgramEntry& entry, Address end, StateWriter& to) {
    static DeadValues dead;
    dead.find(e.image, entry, end);
    for (std::size_t i = 0; i < kSavedRegisters; i++) to.word(entry.saved[i] & dead.read_of_register(i));
    to.bytes(entry.arguments, sizeof entry.arguments);
    to.word(entry.since);
    Address at = entry.stack_pointer;
    for (const DeadValues::Range& range : dead.ranges()) {
      e.memory.write_range(reinterpret_cast<const void*>(at), range.begin - at, to);
      at = range.end;
    }
    e.memory.write_range(reinterpret_cast<const void*>(at), end - at, to);
    e.storage.write_state(entry.stack_pointer, end, to);
  }

  static void stack(Engine& e, ThreadId t, StateWriter& to) {
    to.part("stack");
    const ProgramEntry* entry = e.known_entry(t);
    if (!entry)
      return memory_of_stack(e, reinterpret_cast<Address>(e.threads[t.index()].context), Memory::stack_top(t), to);
    for (; entry != nullptr; entry = entry->outer) frames(e, *entry, e.end_of_frames(t, *entry), to);
  }

  static void thread(Engine& e, ThreadId t, StateWriter& to) {
    const ThreadRecord& r = e.threads[t.index()];
    to.word(std::uint64_t{slot(t)} | std::uint64_t{r.live} << 16 | std::uint64_t{r.ended} << 17);
    if (r.ended) return to.word(r.value);
    to.word(std::uint64_t{r.newborn} | std::uint64_t{r.silent} << 1 | std::uint64_t{r.woke_alone} << 2 |
            std::uint64_t{r.cancellation.requested} << 3 | std::uint64_t{r.cancellation.disabled} << 4 |
            std::uint64_t{r.cancellation.acting} << 5 | std::uint64_t{r.cancellation.asynchronous} << 7 |
            std::uint64_t{r.named_by_other} << 6 | std::uint64_t{r.granted} << 32 |
            std::uint64_t{r.section_depth} << 48);
    to.word(r.children);
    to.bytes(r.name, sizeof r.name);
    to.word(r.named);
    to.word(r.blocked_signals);
    pending(e, r.pending, to);
    to.word(r.exceptions.caught);
    to.word(r.exceptions.uncaught);
    to.word(e.known_error_number(t));
    if (e.image.reads_float_flags) to.word(float_flags(r.context) | std::uint64_t{r.saved_float_flags} << 32);
    to.word(r.draws);
    to.bytes(&r.unwinding, sizeof r.unwinding);
    // Who fails or ends the process does not stop at an operation, and nobody goes on.
    const bool over = e.status != Status::Running && e.status != Status::Stuck;
    if (!over) stack(e, t, to);
  }

  static void all_threads(Engine& e, StateWriter& to) {
    for (const ThreadId t : threads(e)) {
      to.part("thread");
      thread(e, t, to);
    }
  }
};

const StateParts::Part StateParts::list[] = {
    {"process", process},
    {"memory", memory},
    {"synchronisation objects", objects},
    {"clocks", clocks},
    {"release sequences", release_sequences},
    {"exit handlers", handlers},
    {"thread-specific keys", keys},
    {"thread-local variables", thread_locals},
    {"inputs and benign races", inputs},
    {"threads", all_threads},
};

void Engine::write_beside_memory(StateWriter& to) {
  StateParts::process(*this, to);
  StateParts::objects(*this, to);
  StateParts::handlers(*this, to);
  StateParts::keys(*this, to);
  for (const ThreadId t : world.threads_by_rank()) to.word(known_error_number(t));
}

void Engine::write_state(StateWriter& to) {
  assert(compares_states);
  for (const StateParts::Part& part : StateParts::list) {
    to.part(part.name);
    part.write(*this, to);
  }
}

}  // namespace heddle
