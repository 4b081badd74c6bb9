// expect: verified
#include <pthread.h>
#include <stdio.h>

void *print(void *unused) {
  printf("%d\n", 1);
  fprintf(stderr, "x");
  puts("y");
  fputs("z", stdout);
  fflush(stdout);
  return unused;
}
int main(void) {
  pthread_t p; pthread_create(&p, 0, print, 0);
  print(0);
  pthread_join(p, 0);
}
