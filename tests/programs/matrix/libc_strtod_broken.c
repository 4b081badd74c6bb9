// expect: race on end
// lines: 12
// primitive: strtod
//
// Where the number ended is written to a shared variable.
#include <pthread.h>
#include <stdlib.h>

static char* end;

static void* reader(void* arg) {
  return strtod("2.5", &end) > 3 ? arg : NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, reader, NULL);
  pthread_create(&two, NULL, reader, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
