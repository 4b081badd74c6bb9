// expect: verified
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *pass(void *unused) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return unused;
}
int main(void) {
  FILE *before = stdout;
  pthread_t p; pthread_create(&p, 0, pass, 0);
  pass(0);
  pthread_join(p, 0);
  if (stdout == stderr) return 1;
  stdout = stderr;
  puts("to standard error");
  fputs("to standard output", before);
  return 0;
}
