// Programs for the unit tests of the machine: functions of the test itself, which run on the machine's fibers over an
// image made by hand and call the runtime's entry points as instrumented code does. No compiler is involved.
//
// What the functions share lies in `globals`, at the address where a program's globals lie. They must not throw, and
// what they keep across a call of the runtime must not own memory of the test.
#pragma once
#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/mman.h>

#include <cstring>
#include <functional>
#include <memory>
#include <vector>

#include "machine/engine.h"
#include "machine/machine.h"
#include "model/address_space.h"
#include "model/hooks.h"

extern "C" {
int rt_pthread_create(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
int rt_pthread_join(pthread_t, void**);
int rt_pthread_cancel(pthread_t);
int rt_pthread_mutex_lock(pthread_mutex_t*);
int rt_pthread_mutex_unlock(pthread_mutex_t*);
int rt_pthread_rwlock_rdlock(pthread_rwlock_t*);
int rt_pthread_rwlock_wrlock(pthread_rwlock_t*);
int rt_pthread_rwlock_unlock(pthread_rwlock_t*);
int rt_pthread_cond_wait(pthread_cond_t*, pthread_mutex_t*);
int rt_pthread_cond_signal(pthread_cond_t*);
void* rt_malloc(std::size_t);
void rt_free(void*);
}

namespace heddle::test {

struct Globals {
  pthread_mutex_t a, b;
  pthread_rwlock_t shared;
  pthread_cond_t condition;
  pthread_t threads[4];
  std::uint32_t flag, other;
  void* block;
  char bytes[64 << 10];
};
inline Globals& globals = *reinterpret_cast<Globals*>(kProgramBase);

using ThreadFunction = void* (*)(void*);
inline constexpr std::uint32_t kLoop = 1;  // the site of every loop
constexpr ThreadId thread(unsigned n) { return ThreadId(static_cast<std::uint16_t>(n)); }

inline void lock(pthread_mutex_t& m) { rt_pthread_mutex_lock(&m); }
inline void unlock(pthread_mutex_t& m) { rt_pthread_mutex_unlock(&m); }
inline std::uint32_t load(const std::uint32_t& word) {
  return static_cast<std::uint32_t>(
      heddle_atomic_load(&word, 4, static_cast<std::uint32_t>(MemoryOrder::SequentiallyConsistent), 0));
}
inline void store(std::uint32_t& word, std::uint32_t value) {
  heddle_atomic_store(&word, value, 4, static_cast<std::uint32_t>(MemoryOrder::SequentiallyConsistent), 0);
}
inline void create(unsigned n, ThreadFunction function) {
  rt_pthread_create(&globals.threads[n], nullptr, function, nullptr);
}
inline void join(unsigned n) { rt_pthread_join(globals.threads[n], nullptr); }

class MachineTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    mmap(reinterpret_cast<void*>(kProgramBase), sizeof(Globals), PROT_READ | PROT_WRITE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  }

  MachineTest() { image.sites.add(Site{{SourcePosition{"test.c", 1, 1, "loop", false}}, {}}); }

  // Starts a program; `shared`: how many bytes of Globals belong to it.
  void start(int (*main)(int, char**, char**), std::size_t shared = offsetof(Globals, bytes)) {
    machine.reset();
    journal = std::make_unique<Journal>();
    std::memset(&globals, 0, sizeof globals);
    image.main = main;
    image.globals_begin = kProgramBase;
    image.globals_size = shared;
    image.may_spin = true;
    machine = std::make_unique<Machine>(image, options, *journal, nullptr, names);
    machine->start();
  }

  const Pending* pending(unsigned n) const {
    for (const Pending& p : machine->pending())
      if (p.thread == thread(n)) return &p;
    return nullptr;
  }
  bool can(unsigned n) const { return pending(n) != nullptr && pending(n)->enabled; }
  Status step(unsigned n, Choice choice = 0) {
    EXPECT_TRUE(can(n)) << n;
    machine->step(thread(n), choice);
    return machine->status();
  }
  std::vector<unsigned> enabled() const {
    std::vector<unsigned> list;
    for (const Pending& p : machine->pending())
      if (p.enabled) list.push_back(p.thread.value);
    return list;
  }
  // Whoever has the lowest number, to the end.
  Status finish() {
    while (machine->status() == Status::Running) step(enabled().front());
    return machine->status();
  }

  Image image;
  CheckOptions options;
  ThreadNames names;
  std::unique_ptr<Journal> journal;
  std::unique_ptr<Machine> machine;
};

}  // namespace heddle::test
