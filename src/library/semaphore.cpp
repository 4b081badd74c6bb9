// std::counting_semaphore::acquire. The one in libstdc++ 12 can sleep forever: it reads the value to sleep on before
// it looks whether it may take a unit, so a unit taken and given back in between goes unnoticed. The standard knows
// no such wait, and a program is not to blame for it; this one sleeps on zero alone.
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

// The semaphore begins with its counter, which has the size of a futex. Called instead of the inline function.
extern "C" void semaphore_acquire(int* counter) noexcept __asm__("_ZNSt18__atomic_semaphore10_M_acquireEv");

extern "C" void semaphore_acquire(int* counter) noexcept {
  for (;;) {
    int value = __atomic_load_n(counter, __ATOMIC_ACQUIRE);
    if (value == 0)
      syscall(SYS_futex, counter, FUTEX_WAIT_PRIVATE, 0, nullptr);
    else if (__atomic_compare_exchange_n(counter, &value, value - 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
      return;
  }
}
