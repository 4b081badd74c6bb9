// Two threads go over and over every second byte of an array, in loops: bytes of the same four, so that what one of them
// knows of its own must say nothing of the other's. FIRST: where the second thread begins.
#include <pthread.h>

enum { kCount = 24, kTimes = 3 };
static unsigned char bytes[kCount];

static void *worker(void *first) {
  for (int time = 0; time < kTimes; time++)
    for (unsigned char *p = first; p < bytes + kCount; p += 2) (*p)++;
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, bytes + FIRST);
  worker(bytes);
  pthread_join(t, 0);
  return 0;
}
