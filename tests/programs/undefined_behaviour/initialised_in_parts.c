// expect: verified
// assumes: malloc succeeds
//
// Memory that is zero by right, copied with its gaps, or grown and not yet used: nothing depends on what it was before.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct Gaps { char tag; long value; };

static void *use(void *argument) {
  struct Gaps copy;
  memcpy(&copy, argument, sizeof copy);
  return copy.tag == 'a' && copy.value == 7 ? argument : NULL;
}

int main(void) {
  int *zeros = calloc(8, sizeof *zeros);
  for (int i = 0; i < 8; ++i) assert(zeros[i] == 0);
  zeros = realloc(zeros, 16 * sizeof *zeros);
  for (int i = 0; i < 8; ++i) assert(zeros[i] == 0);

  struct Gaps *gaps = malloc(sizeof *gaps);
  gaps->tag = 'a';
  gaps->value = 7;
  pthread_t thread;
  void *result;
  pthread_create(&thread, NULL, use, gaps);
  pthread_join(thread, &result);
  assert(result == gaps);

  char text[64];
  strcpy(text, "abc");
  assert(strlen(text) == 3);
  free(gaps);
  free(zeros);
}
