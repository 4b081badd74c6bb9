// expect: verified
// search: dpor optimal stateful
//
// An event counter hands over what was written before each of its additions.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int counter, data[2];

static void* worker(void* argument) {
  data[(long)argument] = 1;
  const uint64_t one = 1;
  assert(write(counter, &one, sizeof one) == sizeof one);
  return NULL;
}

int main(void) {
  pthread_t t[2];
  counter = eventfd(0, 0);
  assert(counter >= 0);
  for (long i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, (void*)i);
  uint64_t sum = 0;
  while (sum < 2) {
    uint64_t n;
    assert(read(counter, &n, sizeof n) == sizeof n && n >= 1);
    sum += n;
  }
  assert(data[0] + data[1] == 2);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
