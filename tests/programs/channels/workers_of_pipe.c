// expect: verified
// exit: 0
// search: dpor optimal stateful
//
// Two workers take numbers from a pipe until its end is closed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>
static int p[2];
static atomic_int sum;
static void* worker(void* a) {
  unsigned char c;
  while (read(p[0], &c, 1) == 1) sum += c;
  return a;
}
int main(void) {
  assert(pipe(p) == 0);
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, 0);
  for (unsigned char c = 1; c <= 2; c++) assert(write(p[1], &c, 1) == 1);
  close(p[1]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(sum == 3);
  return 0;
}
