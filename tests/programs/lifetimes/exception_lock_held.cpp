// expect: misuse
// message: locked
//
// A mutex among the locals that an exception leaves is destroyed while it is locked.
#include <pthread.h>

static pthread_mutex_t* published;

static void locks() {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  published = &mutex;
  pthread_mutex_lock(&mutex);
  throw 1;
}

void (*volatile chosen)() = locks;  // not inlined

int main() {
  try {
    chosen();
  } catch (int) {
  }
}
