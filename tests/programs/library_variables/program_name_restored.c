// expect: verified
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <string.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
char name[] = "other";

void *pass(void *unused) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return unused;
}
int main(void) {
  pthread_t p; pthread_create(&p, 0, pass, 0);
  pass(0);
  pthread_join(p, 0);
  if (!strcmp(program_invocation_name, "other")) return 1;
  program_invocation_name = name;
  return 0;
}
