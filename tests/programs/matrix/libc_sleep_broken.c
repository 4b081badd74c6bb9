// expect: race on value
// lines: 14, 22
// primitive: sleep
// primitive: usleep
// primitive: nanosleep
//
// Sleeping longer than the other thread needs is no synchronisation.
#include <pthread.h>
#include <unistd.h>

static int value;

static void* worker(void* arg) {
  value = 1;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  sleep(10);
  int seen = value;
  pthread_join(thread, NULL);
  return seen > 1;
}
