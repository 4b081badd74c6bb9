// expect: race on buffer
// lines: 11, 18
//
// The functions of string.h touch memory like any other code.
#include <pthread.h>
#include <string.h>

static char buffer[16] = "first";

static void* writer(void* arg) {
  strcpy(buffer, "second");
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, writer, NULL);
  size_t n = strlen(buffer);
  pthread_join(thread, NULL);
  return n == 0;
}
