// expect: race
// lines: 11
// primitive: strtok
//
// Two threads take their own texts apart, but there is only one place to remember.
#include <pthread.h>
#include <string.h>

static void* worker(void* arg) {
  char text[] = "ab";
  return strtok(text, ",") == text ? arg : NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
