// expect: verified
// executions(dpor): 2
//
// Threads that end before the search sees its first state, and are joined after it: it has never met them.
#include <pthread.h>

enum { kMany = 20 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *nothing(void *argument) { return argument; }
static void *increments(void *argument) {
  pthread_mutex_lock(&mutex);
  counter++;
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_t one, many[kMany];
  pthread_create(&one, NULL, increments, NULL);
  for (int i = 0; i < kMany; i++) pthread_create(&many[i], NULL, nothing, NULL);
  increments(NULL);
  for (int i = 0; i < kMany; i++) pthread_join(many[i], NULL);
  pthread_join(one, NULL);
  return counter == 2 ? 0 : 1;
}
