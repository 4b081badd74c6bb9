// expect: race on word
// lines: 13, 20
//
// Accesses of different widths that overlap in one byte.
#include <pthread.h>

static union {
  int whole;
  char byte[4];
} word;

static void* worker(void* arg) {
  word.byte[3] = 1;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  int whole = word.whole;
  pthread_join(thread, NULL);
  return whole < 0;
}
