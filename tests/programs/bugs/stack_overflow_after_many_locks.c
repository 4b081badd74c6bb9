// expect: crash
// message: stack overflow
//
// The stack ends somewhere in the calls of the threading library, after many of them.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static int deeper(int depth) {
  volatile char room[64];
  room[0] = (char)depth;
  pthread_mutex_lock(&mutex);
  count++;
  pthread_mutex_unlock(&mutex);
  return deeper(depth + 1) + room[0];
}

int main(void) { return deeper(0); }
