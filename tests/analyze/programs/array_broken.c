// analyze: race on values[1]
// Locks in an array, by constant subscripts.
#include <pthread.h>
static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int values[2];
static void* run(void* p) {
  pthread_mutex_lock(&locks[0]);
  values[0]++;
  values[1]--;
  pthread_mutex_unlock(&locks[0]);
  pthread_mutex_lock(&locks[1]);
  values[1]++;
  pthread_mutex_unlock(&locks[1]);
  return p;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return values[0] + values[1];
}
