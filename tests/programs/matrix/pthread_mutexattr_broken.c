// expect: race on attributes
// lines: 11, 17
// primitive: pthread_mutexattr
//
// One attribute object is changed and used by two threads.
#include <pthread.h>

static pthread_mutexattr_t attributes;

static void* changer(void* arg) {
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  return arg;
}

static void* user(void* arg) {
  pthread_mutex_t mine;
  pthread_mutex_init(&mine, &attributes);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_mutexattr_init(&attributes);
  pthread_create(&one, NULL, changer, NULL);
  pthread_create(&two, NULL, user, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
