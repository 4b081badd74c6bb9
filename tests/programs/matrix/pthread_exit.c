// expect: verified
// primitive: pthread_exit
// exit: 0
//
// pthread_exit from inside a call ends the thread and hands over its value; that of main lets the others run on.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int value = 7;

static void leave(void* result) { pthread_exit(result); }

static void* leaver(void* arg) {
  leave(&value);
  return arg;
}

static void* joiner(void* arg) {
  void* result;
  pthread_join(*(pthread_t*)arg, &result);
  assert(result == &value && *(int*)result == 7);
  return NULL;
}

int main(void) {
  static pthread_t one, two;
  pthread_create(&one, NULL, leaver, NULL);
  pthread_create(&two, NULL, joiner, &one);
  pthread_exit(NULL);
}
