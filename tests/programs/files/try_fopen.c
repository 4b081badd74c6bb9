// expect: verified
// search: dpor optimal stateful
//
// Until a stream can be opened.
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <unistd.h>

static void* server(void* unused) {
  FILE* f = fopen("try.text", "w");
  fputs("x", f);
  fclose(f);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, server, NULL);
  FILE* f;
  while ((f = fopen("try.text", "r")) == NULL) sched_yield();
  fclose(f);
  pthread_join(t, NULL);
  return 0;
}
