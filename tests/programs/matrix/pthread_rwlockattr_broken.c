// expect: race on attributes
// lines: 11, 17
// primitive: pthread_rwlockattr
//
// The attributes change while a lock is made from them.
#include <pthread.h>

static pthread_rwlockattr_t attributes;

static void* changer(void* arg) {
  pthread_rwlockattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
  return arg;
}

static void* user(void* arg) {
  pthread_rwlock_t mine;
  pthread_rwlock_init(&mine, &attributes);
  pthread_rwlock_destroy(&mine);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_rwlockattr_init(&attributes);
  pthread_create(&one, NULL, changer, NULL);
  pthread_create(&two, NULL, user, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
