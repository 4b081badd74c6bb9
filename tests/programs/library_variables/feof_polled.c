// expect: verified
#include <pthread.h>
#include <sched.h>
#include <stdio.h>

void *read_one(void *unused) {
  getchar();
  return unused;
}
int main(void) {
  pthread_t p; pthread_create(&p, 0, read_one, 0);
  while (!feof(stdin)) sched_yield();
  pthread_join(p, 0);
}
