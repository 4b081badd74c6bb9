// expect: race on text
// lines: 13, 17
// primitive: strchr
// primitive: strrchr
//
// A text is changed while a character is looked for.
#include <pthread.h>
#include <string.h>

static char text[8] = "abc";

static void* searcher(void* arg) {
  return strchr(text, 'b') ? arg : NULL;
}

static void* writer(void* arg) {
  text[0] = 'd';
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, searcher, NULL);
  pthread_create(&two, NULL, writer, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
