// expect: race on data
// lines: 22, 33
//
// As valgrind_requests.c, with what is said of another address.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
static uint64_t request(uint64_t number, const void* address) {
  volatile uint64_t words[6] = {number, (uint64_t)address};
  volatile uint64_t result;
  __asm__ volatile(
      "rolq $3,  %%rdi ; rolq $13, %%rdi\n\trolq $61, %%rdi ; rolq $51, %%rdi\n\t"
      "xchgq %%rbx,%%rbx"
      : "=d"(result)
      : "a"(&words[0]), "0"((uint64_t)5)
      : "cc", "memory");
  return result;
}
static atomic_int ready;
static int data;
static void* worker(void* argument) {
  data = 1;
  request(0x48470121, &ready);  // happens before
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  return argument;
}
int main(void) {
  pthread_t t;
  int result = 1;
  pthread_create(&t, 0, worker, 0);
  if (atomic_load_explicit(&ready, memory_order_relaxed)) {
    request(0x48470122, &data);
    result = data;
  }
  pthread_join(t, 0);
  return result - 1 + (request(0x1001, 0) != 5);  // is Valgrind there? no: the default
}
