// analyze: race on count
// The second lock fails, and the first unlock gives the mutex away. Its kind is in the initialiser of a member.
#define _GNU_SOURCE
#include <pthread.h>
static struct {
  int filler;
  pthread_mutex_t m;
} box = {1, PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP};
static int count;
static void add(void) {
  pthread_mutex_lock(&box.m);
  count++;
  pthread_mutex_unlock(&box.m);
}
static void* worker(void* unused) {
  pthread_mutex_lock(&box.m);
  add();
  count++;
  pthread_mutex_unlock(&box.m);
  return unused;
}
int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, worker, 0);
  pthread_create(&two, 0, worker, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
