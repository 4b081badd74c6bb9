// expect: race on place
// lines: 13
// primitive: strtok_r
//
// The place is shared all the same.
#include <pthread.h>
#include <string.h>

static char* place;

static void* worker(void* arg) {
  char text[] = "ab";
  return strtok_r(text, ",", &place) ? arg : NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
