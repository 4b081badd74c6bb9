// expect: race on data
//
// What a thread keeps under a key is part of where it stands: after three polls it gives up, and then nothing orders its
// write with main's.
#include <pthread.h>
#include <stdint.h>

static pthread_key_t polls;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int flag, data;

static void* worker(void* argument) {
  int seen;
  do {
    pthread_mutex_lock(&mutex);
    seen = flag;
    const intptr_t round = (intptr_t)pthread_getspecific(polls) + 1;
    pthread_setspecific(polls, (void*)round);
    pthread_mutex_unlock(&mutex);
    if (round == 3) {
      data = 2;
      break;
    }
  } while (!seen);
  return argument;
}

int main(void) {
  pthread_key_create(&polls, 0);
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  data = 1;
  pthread_mutex_lock(&mutex);
  flag = 1;
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
  return 0;
}
