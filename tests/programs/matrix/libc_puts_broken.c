// expect: race on name
// lines: 13, 18
// primitive: puts
// primitive: fputs
//
// The lock of the stream does not protect what is printed.
#include <pthread.h>
#include <stdio.h>

static char name[8] = "ab";

static void* printer(void* arg) {
  puts(name);
  return arg;
}

static void* writer(void* arg) {
  name[0] = 'x';
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, printer, NULL);
  pthread_create(&two, NULL, writer, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
