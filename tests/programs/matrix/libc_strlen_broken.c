// expect: race on text
// lines: 12, 16
// primitive: strlen
//
// The end of a text moves while its length is measured.
#include <pthread.h>
#include <string.h>

static char text[16] = "ab";

static void* measurer(void* arg) {
  return strlen(text) ? arg : NULL;
}

static void* writer(void* arg) {
  text[2] = 'c';
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, measurer, NULL);
  pthread_create(&two, NULL, writer, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
