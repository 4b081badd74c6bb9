// expect: verified
// exit: 0
// search: dpor optimal stateful
//
// eventfd as a semaphore of two, for three threads.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>
static int e;
static atomic_int inside;
static void* w(void* a) {
  uint64_t v;
  assert(read(e, &v, 8) == 8 && v == 1);
  assert(++inside <= 2);
  inside--;
  v = 1;
  assert(write(e, &v, 8) == 8);
  return a;
}
int main(void) {
  e = eventfd(2, EFD_SEMAPHORE);
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, w, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return 0;
}
