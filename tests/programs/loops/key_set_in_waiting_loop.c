// expect: verified
//
// A loop that sets the same value in each round waits all the same.
#include <pthread.h>
#include <stdatomic.h>

static pthread_key_t name;
static atomic_int ready;
static int data;

static void* worker(void* argument) {
  do pthread_setspecific(name, &data);
  while (!atomic_load(&ready));
  data++;
  return argument;
}

int main(void) {
  pthread_key_create(&name, 0);
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  data = 1;
  atomic_store(&ready, 1);
  pthread_join(thread, 0);
  return 0;
}
