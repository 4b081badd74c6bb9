// expect: verified
//
// Nobody else takes part in how this loop ends: the thread counts its rounds under a key. That is no livelock.
#include <pthread.h>
#include <stdint.h>

static pthread_key_t rounds;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* worker(void* argument) {
  for (;;) {
    pthread_mutex_lock(&mutex);
    const intptr_t round = (intptr_t)pthread_getspecific(rounds);
    pthread_setspecific(rounds, (void*)(round + 1));
    pthread_mutex_unlock(&mutex);
    if (round == 3) return argument;
  }
}

int main(void) {
  pthread_key_create(&rounds, 0);
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  return 0;
}
