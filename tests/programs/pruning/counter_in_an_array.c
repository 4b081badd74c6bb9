// expect: race on x
// search: dfs dpor pruning
//
// Which of the counters is written depends on data, and one of them decides.
#include <pthread.h>

static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
static int x, counts[2], which;

static void* first(void* arg) {
  x = 1;
  pthread_mutex_lock(&counting);
  counts[which & 1]++;
  pthread_mutex_unlock(&counting);
  return arg;
}

static void* second(void* arg) {
  int seen;
  pthread_mutex_lock(&counting);
  seen = counts[0];
  pthread_mutex_unlock(&counting);
  if (seen == 0) x = 2;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
