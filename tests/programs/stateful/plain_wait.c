// expect: race on flag
// search: stateful
//
// A loop without a visible operation waits for a plain variable: the thread that sets it has to get its turn.
#include <pthread.h>

static volatile int flag;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* set(void* unused) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  flag = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, set, 0);
  while (!flag) {
  }
  pthread_join(thread, 0);
  return 0;
}
