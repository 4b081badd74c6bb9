// expect: race on stdout
// lines: 9, 14
//
// glibc lets a program assign to stdout.
#include <pthread.h>
#include <stdio.h>

void *other(void *unused) {
  stdout = stderr;
  return unused;
}
int main(void) {
  pthread_t p; pthread_create(&p, 0, other, 0);
  fputs("x", stdout);
  pthread_join(p, 0);
}
