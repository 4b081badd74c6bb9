// expect: verified
//
// libatomic's functions, which compilers call for objects that may lie anywhere, take any address; and atomics of all sizes
// at the addresses of their types.
#include <stdatomic.h>
#include <stdint.h>

struct __attribute__((packed)) packed {
  char c;
  long value;
} packed;
struct all {
  _Atomic uint8_t one;
  _Atomic uint16_t two;
  _Atomic uint32_t four;
  _Atomic uint64_t eight;
} all;

int main(void) {
  long value = 3, read = 0;
  __atomic_store(&packed.value, &value, __ATOMIC_SEQ_CST);
  __atomic_load(&packed.value, &read, __ATOMIC_SEQ_CST);
  all.one++;
  all.two++;
  all.four++;
  all.eight++;
  return read != 3;
}
