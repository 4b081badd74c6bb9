// expect: deadlock
// lines: 11, 19
// primitive: flockfile
// primitive: ftrylockfile
//
// A thread keeps the stream to itself and waits for one that wants to print.
#include <pthread.h>
#include <stdio.h>

static void* printer(void* arg) {
  puts("line");
  return arg;
}

int main(void) {
  pthread_t thread;
  flockfile(stdout);
  pthread_create(&thread, NULL, printer, NULL);
  pthread_join(thread, NULL);
  funlockfile(stdout);
  return 0;
}
