// Time: a clock for each thread, in milliseconds since the execution began.
//
// A millisecond passes whenever a thread looks at its clock, and as much as it sleeps or waits for in vain. Along
// synchronisation time never runs backwards: every happens-before edge takes the clock with it, as the scalar clocks of
// Lamport (1978), and an atomic does so whatever its order. So a reading depends on what happened before it and on
// nothing else; executions that differ in the order of independent steps show the same times, and threads that do not
// meet stay independent of each other. docs/decisions/15-shared-state.md has the reasons.
//
// Costs nothing as long as no thread has had to do with time.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "model/ids.h"
#include "support/journal.h"
#include "support/stable_pool.h"
#include "support/state_writer.h"
#include "sync/edge.h"

namespace heddle {

class Time {
 public:
  explicit Time(Journal& journal) : journal_(journal) {}

  std::uint64_t now(ThreadId t) const { return t.index() < threads_.size() ? threads_[t.index()] : 0; }
  void set(ThreadId t, std::uint64_t time) {
    runs_ = true;
    threads_.grow_to(t.index() + 1u);
    change(threads_[t.index()], time);
  }

  // Has any clock moved, in any execution of this process? Before that there is nothing to take along.
  bool runs() const { return runs_; }

  // A thread reads its clock.
  void read(ThreadId t) {
    readings_.grow_to(t.index() + 1u);
    Readings& own = readings_[t.index()];
    change(own.last[own.count % Readings::kKept], now(t));
    change(own.count, own.count + 1);
  }
  std::uint64_t readings(ThreadId t) const { return t.index() < readings_.size() ? readings_[t.index()].count : 0; }
  // How much later than in the round before it has read the clock in this one, which began after so many readings: one
  // entry for each reading. Not always as much as has passed on the clock, which synchronisation may move at any time.
  using Delays = std::array<std::uint64_t, 16>;
  std::span<const std::uint64_t> delays(ThreadId t, std::uint64_t before_round, Delays& delays) const;

  void fork(ThreadId parent, ThreadId child) {
    if (runs_) set(child, now(parent));
  }
  void join(ThreadId t, ThreadId ended) {
    if (now(ended) > now(t)) set(t, now(ended));
  }
  void order(ThreadId t, const Edge& edge);
  // What the clocks of these threads show, and those of objects: of all that have one, by address.
  template <class AddressOf>
  void write_state(std::span<const ThreadId> threads, AddressOf address_of, StateWriter& to) const {
    for (const ThreadId t : threads) to.word(now(t));
    std::vector<std::pair<Address, std::uint64_t>> objects;
    for (std::uint32_t i = 0; i < objects_.size(); ++i)
      if (objects_[i] != 0) objects.emplace_back(address_of(ObjectId(i)), objects_[i]);
    std::sort(objects.begin(), objects.end());
    to.word(objects.size());
    for (const auto& [address, time] : objects) to.word(address), to.word(time);
  }
  void forget(ObjectId id) {
    if (at(id) != 0) change(objects_[id.index()], 0);
  }

 private:
  void change(std::uint64_t& place, std::uint64_t value) {
    journal_.remember(place);
    place = value;
  }
  std::uint64_t at(ObjectId id) const { return id.index() < objects_.size() ? objects_[id.index()] : 0; }

  struct Readings {
    static constexpr unsigned kKept = 2 * std::tuple_size_v<Delays>;
    std::uint64_t last[kKept];
    std::uint64_t count = 0;
  };

  Journal& journal_;
  bool runs_ = false;
  StablePool<std::uint64_t> threads_;
  StablePool<Readings> readings_;
  StablePool<std::uint64_t> objects_;  // the time of what was released into it
};

}  // namespace heddle
