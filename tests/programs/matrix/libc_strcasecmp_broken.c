// expect: race on text
// lines: 12, 16
// primitive: strcasecmp
//
// A text is changed while it is compared.
#include <pthread.h>
#include <strings.h>

static char text[8] = "AB";

static void* comparer(void* arg) {
  return strcasecmp(text, "ab") ? arg : NULL;
}

static void* writer(void* arg) {
  text[1] = 'd';
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, comparer, NULL);
  pthread_create(&two, NULL, writer, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
