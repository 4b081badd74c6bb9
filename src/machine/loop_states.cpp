// Loops that come back to a state of the whole program. Two threads that disturb each other in every round
// (`while (!quit) { lock; unlock; }` twice, with a spin lock) can do that without end, and no round is one that nobody
// looked at. A thread that comes to the head of a loop, and finds itself and everything else as it was there before on this
// path, has gone round for nothing: it is followed no further here. The others go on. What it would do next it could
// have done the first time; but a reduction need not have tried all of that, so the verdict says how far each such loop
// was followed, and is inconclusive unless there is a bug.
//
// The number of ways to such a state grows fast with the length of the way. So where threads toggle something
// (restless.cpp) one is also followed no further when it has found itself, the globals and the heap as before kPatience
// times, and another thread as often.
//
// Keys of the last visits are kept: one of the thread's own state, and, when that is met again, one with the globals and
// the heap, and one of all that is live.
#include <xxhash.h>

#include <algorithm>

#include "machine/engine.h"
#include "model/address_space.h"

namespace heddle {
namespace {

constexpr std::uint32_t kPatience = 3;

std::uint64_t joined_key(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t both[] = {a, b};
  return XXH3_64bits(both, sizeof both);
}

bool has_key(const LoopStates& states, std::uint64_t key) {
  const std::uint32_t n = states.count < LoopStates::kMax ? states.count : LoopStates::kMax;
  for (std::uint32_t i = 0; i < n; i++)
    if (states.keys[i] == key) return true;
  return false;
}

void add_key(LoopStates& states, std::uint64_t key) {
  std::uint64_t& place = states.keys[states.count % LoopStates::kMax];
  engine->journal.remember(place);
  engine->journal.remember(states.count);
  place = key;
  states.count++;
}

}  // namespace

// With the globals and the heap.
std::uint64_t Engine::memory_key(std::uint64_t own) const {
  std::uint64_t key = own;
  for (const auto& [begin, size] : memory.live_ranges(*this))
    if (!in_stacks(begin)) key = XXH3_64bits_withSeed(reinterpret_cast<const void*>(begin), size, key);
  return key;
}

// And with the other threads.
std::uint64_t Engine::state_key(std::uint64_t memory_key) {
  static StateWriter writer;
  writer.begin(StateWriter::Detail::Fingerprints);
  write_beside_memory(writer);
  std::uint64_t key = XXH3_64bits_withSeed(writer.written().data(), writer.written().size(), memory_key);
  const auto note = [&](const auto& value) { key = XXH3_64bits_withSeed(&value, sizeof value, key); };
  for (std::size_t i = 0; i < threads.size(); i++) {
    const ThreadId t(static_cast<std::uint16_t>(i));
    if (!threads[i].live || t == current) continue;
    const Operation& next = threads[i].pending;
    note(t.value);
    // Frames of ours are others in each run: a replay has to come to the same keys.
    each_program_frame(t, [&](const void* begin, std::size_t size) { key = XXH3_64bits_withSeed(begin, size, key); });
    note(next.kind);
    note(next.object);
    note(next.argument);
    note(enabled(t, next));
    note(world.thread(t).waiting);
    // Who goes round in vain will give up (in_vain.cpp): not the same state again.
    note(spin_rounds_[i].timed_returns);
    for (std::uint32_t k = 0; k < spin_rounds_[i].visit_count; k++) note(spin_rounds_[i].visits[k]);
    note(threads[i].cancellation.requested);
  }
  return key;
}

bool Engine::somebody_repeats() const {
  for (std::size_t i = 0; i < threads.size() && i < loop_states_.size(); i++)
    if (i != current.index() && threads[i].live && loop_states_[i].repeats >= kPatience) return true;
  return false;
}

bool Engine::was_here(std::uint32_t site, Words stack, std::uint64_t hash) {
  // A schedule that is followed says itself who goes on. (The keys hold frames of ours, which are others while somebody
  // records.)
  if (roaming || observers.follow_program()) return false;
  loop_states_.grow_to(threads.size());
  LoopStates& states = loop_states_[current.index()];
  const std::uint64_t stands = joined_key(hash, static_cast<std::uint64_t>(known_error_number(current)));
  const std::uint64_t own = joined_key(joined_key(site, reinterpret_cast<Address>(stack.data())), stands);
  if (!has_key(states, own)) {
    add_key(states, own);
    return false;
  }
  journal.remember(states.rounds);
  states.rounds++;
  const std::uint64_t shared = memory_key(own);
  const bool repeats = has_key(states, shared);
  if (repeats) {
    journal.remember(states.repeats);
    states.repeats++;
  } else {
    add_key(states, shared);
  }
  const std::uint64_t all = state_key(shared + 1);
  const bool again = has_key(states, all);
  if (!again) add_key(states, all);
  const bool is_over = restless != 0 && repeats && states.repeats >= kPatience && somebody_repeats();
  if (!again && !is_over) return false;
  note_cut(site, states.rounds - 1);  // what follows this round is not looked at, nor how the loop might be left
  return true;
}

}  // namespace heddle
