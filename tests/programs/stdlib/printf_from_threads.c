// expect: verified
//
// printf from two threads.
#include <pthread.h>
#include <stdio.h>

static void* worker(void* arg) {
  printf("worker %d %s\n", 1, "text");
  return arg;
}

int main(void) {
  pthread_t thread;
  char line[32];
  pthread_create(&thread, NULL, worker, NULL);
  puts("main");
  pthread_join(thread, NULL);
  int n = snprintf(line, sizeof line, "%05.1f|%x", 2.25, 255);
  fputs(line, stderr);
  return n - 8;
}
