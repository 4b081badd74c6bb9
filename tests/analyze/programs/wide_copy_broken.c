// analyze: race on x
// The pointer travels in a vector of four numbers.
#include <pthread.h>
#include <string.h>

typedef int four __attribute__((vector_size(16)));
static four store;
static int x;

static void* run(void* unused) {
  four copy = store;
  int* place;
  memcpy(&place, &copy, sizeof place);
  ++*place;
  return 0;
}

int main(void) {
  int* place = &x;
  four copy = {0};
  memcpy(&copy, &place, sizeof place);
  store = copy;
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  x++;
  pthread_join(t, 0);
  return 0;
}
