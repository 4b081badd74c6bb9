// expect: memory
// lines: 13
// message: past the end of 'text' (4 bytes
//
// A pointer that walks through a private array and does not stop: the array has no room for the 0.
#include <pthread.h>

static volatile char first = 'a';

static void *worker(void *argument) {
  char text[4] = {first, 'b', 'c', 'd'};
  int n = 0;
  for (char *p = text; *p; p++) n++;
  return n > 100 ? argument : 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  return 0;
}
