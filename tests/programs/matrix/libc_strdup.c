// expect: verified
// primitive: strdup
// primitive: strndup
// exit: 0
//
// Copies belong to the thread that made them.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static const char text[] = "text";

static void* worker(void* arg) {
  char* copy = strdup(text);
  char* part = strndup(text, 2);
  copy[0] = 'n';
  assert(strcmp(copy, "next") == 0 && strcmp(part, "te") == 0);
  free(copy);
  free(part);
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
