// expect: livelock
//
// Nobody reads.
#include <pthread.h>
#include <sched.h>
#include <stdio.h>

void *look(void *unused) {
  feof(stdin);
  return unused;
}
int main(void) {
  pthread_t p; pthread_create(&p, 0, look, 0);
  while (!feof(stdin)) sched_yield();
  pthread_join(p, 0);
}
