// expect: verified
// primitive: strtok
// exit: 0
//
// strtok keeps its place for one user at a time: here a mutex makes sure of that.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* worker(void* arg) {
  char text[] = "a,b;c";
  int count = 0;
  pthread_mutex_lock(&m);
  for (char* word = strtok(text, ",;"); word; word = strtok(NULL, ",;")) assert(word[0] == 'a' + count++);
  pthread_mutex_unlock(&m);
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
