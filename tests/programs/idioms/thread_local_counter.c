// expect: verified
// visible: sync all
//
// Each thread has its own counter; its address may be handed to another thread while it lives.
#include <assert.h>
#include <pthread.h>

static _Thread_local int counter = 5;

static void* worker(void* arg) {
  counter++;
  assert(counter == 6);
  *(int*)arg += 10;
  return NULL;
}

int main(void) {
  pthread_t thread;
  counter++;
  pthread_create(&thread, NULL, worker, &counter);
  pthread_join(thread, NULL);
  assert(counter == 16);
  return 0;
}
