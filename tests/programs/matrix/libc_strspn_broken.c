// expect: race on text
// lines: 14, 18
// primitive: strspn
// primitive: strcspn
// primitive: strpbrk
//
// A text is changed while it is scanned.
#include <pthread.h>
#include <string.h>

static char text[8] = "  ab";

static void* scanner(void* arg) {
  return strspn(text, " ") ? arg : NULL;
}

static void* writer(void* arg) {
  text[1] = 'd';
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, scanner, NULL);
  pthread_create(&two, NULL, writer, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
