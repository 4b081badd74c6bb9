// expect: verified
//
// The lock that protects x changes over time: m in phase 0, n in phase 1. The phase changes under both locks and may be
// read under either.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;
static int phase, x;

static void* changes_phase(void* arg) {
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_lock(&n);
  phase = 1;
  pthread_mutex_unlock(&m);
  x++;
  pthread_mutex_unlock(&n);
  return arg;
}

static void* early(void* arg) {
  pthread_mutex_lock(&m);
  if (phase == 0) x++;
  pthread_mutex_unlock(&m);
  return arg;
}

static void* late(void* arg) {
  pthread_mutex_lock(&n);
  if (phase == 1) x++;
  pthread_mutex_unlock(&n);
  return arg;
}

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], NULL, changes_phase, NULL);
  pthread_create(&t[1], NULL, early, NULL);
  pthread_create(&t[2], NULL, late, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return 0;
}
