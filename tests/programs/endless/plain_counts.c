// expect: race on stop
// lines: 12, 18
// search: auto
// timeout: 120
//
// `while (!stop) i++` without any synchronisation: the loop lets others run at last, the race is found, and recording
// some million rounds of it for the report costs no more than running them.
#include <pthread.h>
static int stop, rounds;

static void *counter(void *unused) {
  while (!stop) rounds = rounds + 1 & 1023;
  return unused;
}

static void *stopper(void *unused) {
  (void)unused;
  stop = 1;
  return NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, counter, NULL);
  pthread_create(&two, NULL, stopper, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
