// expect: race on attributes
// lines: 12, 18
// primitive: pthread_condattr
//
// The attributes change while a condition is made from them.
#include <pthread.h>
#include <time.h>

static pthread_condattr_t attributes;

static void* changer(void* arg) {
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  return arg;
}

static void* user(void* arg) {
  pthread_cond_t mine;
  pthread_cond_init(&mine, &attributes);
  pthread_cond_destroy(&mine);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_condattr_init(&attributes);
  pthread_create(&one, NULL, changer, NULL);
  pthread_create(&two, NULL, user, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
