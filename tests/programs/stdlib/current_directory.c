// expect: race on place
// lines: 10, 18
//
// getcwd writes into the caller's memory.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
static char place[4096];
static void* worker(void* argument) {
  if (!getcwd(place, sizeof place)) abort();
  return argument;
}

int main(void) {
  pthread_t t;
  free(getcwd(NULL, 0));
  pthread_create(&t, 0, worker, 0);
  int first = place[0];
  pthread_join(t, 0);
  return first != 0 && first != '/';
}
