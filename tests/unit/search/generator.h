// Random toy programs: two to four threads beside main, each a few operations on few objects, so that they meet.
#pragma once
#include "search/random.h"
#include "toy_machine.h"

namespace heddle::toy {

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}
  Program program();
  // Critical sections around plain accesses, relaxed flags between them, now and then an access without the lock.
  Program lock_program();
  // Data that is read under locks and decides what is accessed next, and with which lock; now and then without one.
  Program data_program();
  Program counter_program();
  // Objects that are destroyed, initialised again, freed, or go out of scope, with and without order.
  Program lifetime_program();
  // Threads that try again and again, give way to each other, wait, work until they are told to stop, or serve forever;
  // now and then all of that forever.
  Program retry_program();

 private:
  void operation(Script&, unsigned depth);
  void body(Script&, unsigned depth);
  void data(Script&, unsigned depth);
  void use(Script&, What, std::uint8_t object);
  void retry(Script&);
  void change_life(Script&, What, std::uint8_t object);
  bool one_in(unsigned n) { return random_.below(n) == 0; }
  std::uint8_t below(unsigned n) { return static_cast<std::uint8_t>(random_.below(n)); }
  MemoryOrder order();

  RandomNumbers random_;
  unsigned themes_[3] = {};
  bool weak_ = false;
  bool tries_ = false;
  bool asserts_ = false;
  bool plain_ = false;
  bool guarded_ = false;   // mutex 0 is held
  std::uint8_t kind_ = 0;  // of mutex 1; mutex 0 is a normal one
  unsigned threads_ = 0;
};

// A third of the whole campaign, which ./test --long runs, or HEDDLE_TOY_PROGRAMS.
std::uint64_t campaign_size(std::uint64_t whole);

}  // namespace heddle::toy
