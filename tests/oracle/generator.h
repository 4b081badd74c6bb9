// Random concurrent C programs, small enough that brute force can go through all their interleavings.
//
// A program draws two or three themes (mutexes, semaphores, conditions, atomics, ...) and mixes only these, so that
// operations on the same object are frequent, and a discipline for its plain data: which lock guards it, or a hand-over
// by a semaphore, a barrier or an atomic flag, or nothing. Now and then it slips. Without a discipline nearly every
// program would have a race, and a racy program says little about reductions.
//
//   Generator(seed, watches_locks).program()
#pragma once
#include <cstdint>
#include <random>

#include "program.h"

namespace heddle::oracle {

class Generator {
 public:
  // `watches_locks`: may use trylock, timed locks and the like. Whether unlocking is a scheduling point depends on that
  // for the whole file, so programs of one file should have the same.
  Generator(std::uint64_t seed, bool watches_locks) : random_(seed), watches_locks_(watches_locks) {}

  Program program();

 private:
  enum class Theme { Plain, Bytes, Atomics, Mutex, Recursive, RwLock, Semaphore, Condition, Barrier, Once, Node, Spin };
  static constexpr unsigned kThemes = 12;
  // What makes a plain access safe where it stands.
  enum Guard : unsigned {
    kMutexM = 1,
    kMutexN = 2,
    kRecursive = 4,
    kRwRead = 8,
    kRwWrite = 16,
    kAcquired = 32,
    kOnce = 64,
    kChecking = 128
  };

  struct Place {  // where a statement is to stand
    unsigned thread;
    unsigned depth = 0;
    unsigned guards = 0;
  };

  Program draw();
  void draw_habits();
  Script thread_body(unsigned thread, unsigned operations);
  void add(Script&, Place);
  void main_script(Program&);
  void end_of_main(Program&, Script& main, const std::vector<bool>& joined, bool nests);
  Statement create(unsigned thread) const;
  Statement join(unsigned thread) const;
  double interleavings() const;

  // One statement each (generator_statements.cpp).
  Statement plain(Place);
  Statement bytes(Place);
  Statement atomic(Place);
  Statement mutex(Place);
  Statement recursive(Place);
  Statement rwlock(Place);
  Statement semaphore(Place);
  Statement condition(Place);
  Statement barrier(Place);
  Statement once(Place);
  Statement node(Place);
  Statement spin(Place);
  Statement branch(Place);
  Statement check(Place);
  Statement leave(Place);
  Statement of_theme(Theme, Place);
  Script inside(Place, unsigned guards);
  Statement critical_section(Place, const std::string& lock, const std::string& unlock, bool tries, unsigned guard);
  bool may_touch(Place, bool write);
  // Often one that tells the threads apart.
  std::string value() { return std::to_string(one_in(2) ? place_thread_ : below(3)); }
  // What is seen now replaces what was seen before, or is kept beside it.
  const char* keeps() { return one_in(3) ? "=" : "= 4 * r +"; }
  std::string load_order();
  std::string store_order();
  std::string any_order();
  std::string load(const std::string& cell);

  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
  bool one_in(unsigned n) { return below(n) == 0; }
  template <class T, std::size_t N>
  const T& pick(const T (&of)[N]) {
    return of[below(N)];
  }
  void cost(unsigned steps) { costs_[place_thread_] += steps; }

  std::mt19937_64 random_;
  const bool watches_locks_;
  // Habits of the program being made.
  Theme themes_[3];
  unsigned discipline_ = 0;  // the guards of which one must be there; 0: no plain data; ~0: no discipline
  bool weak_ = false;        // memory orders other than seq_cst
  bool checks_ = false, leaves_ = false, misuses_ = false, unguarded_failures_ = false;
  unsigned threads_ = 0;
  std::vector<unsigned> costs_;  // scheduling points of each thread, roughly, if everything is visible
  unsigned place_thread_ = 0;
};

}  // namespace heddle::oracle
