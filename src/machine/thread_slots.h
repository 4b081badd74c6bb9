// Who has which slot of the address space (model/thread_slot.h), for this process. A thread keeps its slot for good; a
// slot that nobody was given belongs to the thread of that number.
#pragma once
#include <array>
#include <cstdint>

#include "model/address_space.h"

namespace heddle {

class ThreadSlots {
 public:
  ThreadSlots() {
    for (std::size_t i = 0; i < slots_.size(); ++i) slots_[i] = static_cast<std::uint16_t>(i);
    for (std::size_t i = 0; i < owners_.size(); ++i) owners_[i] = ThreadId(static_cast<std::uint16_t>(i % kMaxThreads));
  }
  void give(ThreadId thread, std::uint16_t slot) {
    slots_[thread.index()] = slot;
    owners_[slot] = thread;
  }
  std::uint16_t of(ThreadId thread) const { return slots_[thread.index()]; }
  ThreadId owner(std::size_t slot) const { return owners_[slot]; }

 private:
  std::array<std::uint16_t, kMaxThreads> slots_;
  std::array<ThreadId, kThreadSlots> owners_;
};

extern ThreadSlots thread_slots;

inline ThreadId heap_owner(Address a) { return thread_slots.owner(heap_slot(a)); }
inline ThreadId stack_owner(Address a) { return thread_slots.owner(stack_slot(a)); }
inline Address heap_of(ThreadId t) { return kHeapBase + thread_slots.of(t) * kHeapStride; }

// What the program takes a thread for: pthread_t, std::thread::id. 0 is no thread.
inline std::uint64_t handle_of(ThreadId t) { return thread_slots.of(t) + std::uint64_t{1}; }
// The thread that a handle speaks of; nonsense if it speaks of none.
inline ThreadId thread_with(std::uint64_t handle) {
  const ThreadId t = thread_slots.owner((handle - 1) % kThreadSlots);
  return handle_of(t) == handle ? t : ThreadId(kMaxThreads);
}

}  // namespace heddle
