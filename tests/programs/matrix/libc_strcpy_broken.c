// expect: race on text
// lines: 13, 18
// primitive: strcpy
//
// A text is copied into a buffer that another thread reads.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char text[16] = "old";

static void* writer(void* arg) {
  strcpy(text, "new");
  return arg;
}

static void* reader(void* arg) {
  return text[0] == 'o' ? arg : NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, writer, NULL);
  pthread_create(&two, NULL, reader, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
