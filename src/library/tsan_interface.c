// Functions of ThreadSanitizer's run-time library that programs call by name, beside what annotations.c has: the
// atomics of <sanitizer/tsan_interface_atomic.h>, and the barrier of its tests. Threads meet at that one without
// synchronising: it fixes an order of execution and no happens-before, so a race across it is a race.
#pragma clang diagnostic ignored "-Watomic-alignment"

#define ORDER int
#define ATOMICS(bits, Type)                                                                                \
  typedef Type Atomic##bits;                                                                               \
  Atomic##bits __tsan_atomic##bits##_load(const volatile Atomic##bits* place, ORDER order) {               \
    return __atomic_load_n(place, order);                                                                  \
  }                                                                                                        \
  void __tsan_atomic##bits##_store(volatile Atomic##bits* place, Atomic##bits value, ORDER order) {        \
    __atomic_store_n(place, value, order);                                                                 \
  }                                                                                                        \
  CHANGE(bits, exchange, exchange_n)                                                                       \
  CHANGE(bits, fetch_add, fetch_add)                                                                       \
  CHANGE(bits, fetch_sub, fetch_sub)                                                                       \
  CHANGE(bits, fetch_and, fetch_and)                                                                       \
  CHANGE(bits, fetch_or, fetch_or)                                                                         \
  CHANGE(bits, fetch_xor, fetch_xor)                                                                       \
  CHANGE(bits, fetch_nand, fetch_nand)                                                                     \
  COMPARE(bits, strong, 0)                                                                                 \
  COMPARE(bits, weak, 1)                                                                                   \
  Atomic##bits __tsan_atomic##bits##_compare_exchange_val(volatile Atomic##bits* place, Atomic##bits old,  \
                                                          Atomic##bits value, ORDER order, ORDER failed) { \
    __atomic_compare_exchange_n(place, &old, value, 0, order, failed);                                     \
    return old;                                                                                            \
  }
#define CHANGE(bits, name, builtin)                                                                          \
  Atomic##bits __tsan_atomic##bits##_##name(volatile Atomic##bits* place, Atomic##bits value, ORDER order) { \
    return __atomic_##builtin(place, value, order);                                                          \
  }
#define COMPARE(bits, name, weak)                                                                    \
  int __tsan_atomic##bits##_compare_exchange_##name(volatile Atomic##bits* place, Atomic##bits* old, \
                                                    Atomic##bits value, ORDER order, ORDER failed) { \
    return __atomic_compare_exchange_n(place, old, value, weak, order, failed);                      \
  }
ATOMICS(8, char)
ATOMICS(16, short)
ATOMICS(32, int)
ATOMICS(64, long)
ATOMICS(128, __int128)
void __tsan_atomic_thread_fence(ORDER order) { __atomic_thread_fence(order); }
void __tsan_atomic_signal_fence(ORDER order) { __atomic_signal_fence(order); }

// How many meet in the lower half, how many have come so far in the upper one.
typedef unsigned long long Barrier;
static const Barrier kArrival = 1ull << 32;

static Barrier round_of(Barrier barrier) { return (barrier >> 32) / (barrier & (kArrival - 1)); }

void __tsan_testonly_barrier_init(Barrier* barrier, unsigned count) {
  __atomic_store_n(barrier, count, __ATOMIC_RELAXED);
}

void __tsan_testonly_barrier_wait(Barrier* barrier) {
  const Barrier mine = round_of(__atomic_fetch_add(barrier, kArrival, __ATOMIC_RELAXED));
  while (round_of(__atomic_load_n(barrier, __ATOMIC_RELAXED)) == mine) {
  }
}
