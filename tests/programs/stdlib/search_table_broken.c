// expect: race
// lines: 13
//
// The table of hsearch is everybody's.
#include <pthread.h>
#include <search.h>
#include <stddef.h>

static char one[] = "one", two[] = "two";

static void* worker(void* arg) {
  ENTRY item = {arg, arg};
  hsearch(item, ENTER);
  return arg;
}

int main(void) {
  pthread_t a, b;
  hcreate(4);
  pthread_create(&a, NULL, worker, one);
  pthread_create(&b, NULL, worker, two);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
