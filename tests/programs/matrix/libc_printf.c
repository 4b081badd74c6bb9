// expect: verified
// primitive: printf
// primitive: fprintf
// primitive: puts
// primitive: putchar
// primitive: fputs
// primitive: fwrite
// primitive: fflush
// exit: 0
//
// Threads may print to one stream: each call locks it.
#include <pthread.h>
#include <stdio.h>

static void* worker(void* arg) {
  printf("%s %d\n", "text", 1);
  fprintf(stderr, "%5s|%.2f\n", "e", 1.5);
  puts("line");
  putchar('c');
  fputc('d', stdout);
  fputs("text\n", stdout);
  fwrite("bytes", 1, 5, stdout);
  fflush(stdout);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
