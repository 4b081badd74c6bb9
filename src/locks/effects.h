// What a piece of a thread's path does to its locks: the weights of its pushdown system.
//
// A situation is what a thread has at a moment: the locks it holds, in the order of acquisition, and which threads it
// has forked and joined. It is the control state, so procedures are tabulated for each situation that they are entered
// with.
//
// An effect describes a path between two situations. For each lock held at its end: was it held all along (`kept`), or
// acquired on the way, and what was used since then (its history: Kahlon, definition 4, with the modes)? Using a lock
// is acquiring or releasing it: the same for nested locks, stronger for others. Forks are used, too: a fork acts as a
// lock that the parent uses and the child holds from its start on. An effect with smaller histories absorbs one with
// larger ones: whatever others can do beside the latter they can do beside the former.
//
// For locks that a thread holds initially there is the backward history: what it used before it released the lock.
//
// Where a thread has too many situations a coarse one stands for the rest. There an effect only says which locks are
// held for sure, without histories: what was acquired since then, and of what was held before, what cannot have been
// released.
//
// Main functions: Situations (acquired, released, forked, joined), Effects::extend, absorbs, meet.
#pragma once
#include <compare>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "locks/flow.h"
#include "locks/sets.h"

namespace heddle::locks {

// Members of histories: for each lock whether it was used and whether exclusively; for each thread whether it was
// forked.
class Uses {
 public:
  explicit Uses(const Flow& flow) : locks_(flow.locks()), sets(2 * flow.locks() + flow.program().threads.size()) {}

  SetId used(SetId set, LockId lock, Mode mode) {
    set = sets.with(set, 2 * lock.index());
    return mode == Mode::kExclusive ? sets.with(set, 2 * lock.index() + 1) : set;
  }
  SetId forked(SetId set, ThreadId thread) { return sets.with(set, 2 * locks_ + thread.index()); }

  // Is something in the set that cannot happen while another thread holds this lock?
  bool conflicts(SetId set, Held held) const {
    return sets.has(set, 2 * held.lock.index() + (held.mode == Mode::kShared ? 1 : 0));
  }
  bool has_fork(SetId set, ThreadId thread) const { return sets.has(set, 2 * locks_ + thread.index()); }

 private:
  std::size_t locks_;

 public:
  Sets sets;
};

struct HeldLock {
  LockId lock;
  Mode mode = Mode::kExclusive;
  std::uint8_t count = 1;      // recursion; at the limit: or more
  bool with_previous = false;  // acquired in one step with the one before it
  friend auto operator<=>(const HeldLock&, const HeldLock&) = default;
};

struct Situation {
  std::vector<HeldLock> held;
  std::vector<ThreadId> forked, joined;  // sorted; `forked` also those with `several`
  bool coarse = false;                   // stands for many: see Effect
  friend auto operator<=>(const Situation&, const Situation&) = default;

  const HeldLock* find(LockId lock) const {
    for (const HeldLock& h : held)
      if (h.lock == lock) return &h;
    return nullptr;
  }
};

class Situations {
 public:
  static constexpr std::uint8_t kMany = 5;

  Situations(const Flow& flow, std::size_t limit) : flow_(flow), limit_(limit) {}

  Control number_of(const Situation&);
  const Situation& operator[](Control c) const { return all_[c]; }
  std::size_t size() const { return all_.size(); }
  bool limited() const { return limited_; }  // one is coarse
  bool counts_limited() const { return counts_limited_; }

  // None: it would block forever.
  std::optional<Situation> acquired(const Situation&, LockId, Mode);
  // A lock that is held; two outcomes if it is not known how often.
  std::vector<Situation> released(const Situation&, LockId);
  // Is it the last concrete lock acquired, or one of several that were acquired last in one step?
  bool is_last(const Situation&, LockId) const;

 private:
  const Flow& flow_;
  std::size_t limit_;
  bool limited_ = false, counts_limited_ = false;
  std::vector<Situation> all_;
  std::map<Situation, Control> numbers_;
};

using EffectId = std::uint32_t;

struct Effect {
  struct Entry {
    LockId lock;
    Mode mode = Mode::kExclusive;
    bool kept = false;
    SetId history = 0;  // since its acquisition; for kept ones `used` says it
    friend auto operator<=>(const Entry&, const Entry&) = default;
  };
  SetId used = 0;           // on the whole path; only if a lock is kept, or if the pool is told to track it
  std::vector<Entry> held;  // at the end, in the order of acquisition: the concrete locks of the situation there
  std::vector<std::pair<LockId, SetId>> released;  // initially held ones, and what was used before; sorted
  bool begins_coarse = false;
  SetId killed = 0;  // if so: exclusive uses of the locks that may have been released
  friend auto operator<=>(const Effect&, const Effect&) = default;

  SetId history(const Entry& entry) const { return entry.kept ? used : entry.history; }
};

class Effects {
 public:
  // track_used: what a thread has used since its start matters to others.
  Effects(const Flow& flow, Uses& uses, bool track_used, std::vector<Held> initially_held)
      : flow_(flow), uses_(uses), track_used_(track_used), initially_held_(std::move(initially_held)) {}

  EffectId identity(const Situation&);
  // One step from a situation to another, with these uses.
  EffectId step(const Situation& from, const Situation& to, SetId used);
  // In a coarse situation.
  EffectId coarse_step(const std::vector<Held>& acquired, const std::vector<LockId>& released);
  EffectId extend(EffectId first, EffectId second);
  // Of effects that end in the same situation.
  bool absorbs(EffectId a, EffectId b) const { return frees(a, b); }
  // The same of whole paths that end with different locks: a holds some of the locks that b holds, perhaps fewer.
  bool frees(EffectId a, EffectId b) const;
  EffectId meet(EffectId a, EffectId b);

  const Effect& operator[](EffectId e) const { return all_[e]; }
  bool tracks_used() const { return track_used_; }

 private:
  EffectId number_of(Effect&&);
  EffectId extend_coarse(const Effect&, const Effect&);

  const Flow& flow_;
  Uses& uses_;
  bool track_used_;
  std::vector<Held> initially_held_;
  std::vector<Effect> all_;
  std::map<Effect, EffectId> numbers_;
  std::unordered_map<std::uint64_t, EffectId> extended_;
};

}  // namespace heddle::locks
