// expect: verified
// primitive: strtok_r
// exit: 0
//
// Each thread remembers its own place.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static void* worker(void* arg) {
  char text[] = "a,b;c", *place;
  int count = 0;
  for (char* word = strtok_r(text, ",;", &place); word; word = strtok_r(NULL, ",;", &place))
    assert(word[0] == 'a' + count++);
  assert(count == 3);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
