// expect: race on second
// lines: 21, 33
//
// The neighbours of a node, as the exclusive or of their addresses.
#include <pthread.h>
#include <stdint.h>

struct node {
  uintptr_t both;
  int value;
};

static struct node first;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument) {
  pthread_mutex_lock(&m);
  struct node *next = (struct node *)(first.both ^ (uintptr_t)argument);
  pthread_mutex_unlock(&m);
  if (next != argument)
    next->value = 1;
  return 0;
}

int main(void) {
  struct node second = {0, 0};
  pthread_t t;
  first.both = (uintptr_t)&first;
  pthread_create(&t, 0, worker, &first);
  pthread_mutex_lock(&m);
  first.both = (uintptr_t)&second ^ (uintptr_t)&first;
  pthread_mutex_unlock(&m);
  second.value = 2;
  pthread_join(t, 0);
  return 0;
}
