// expect: inconclusive
// message: key_destructor_in_library.c:20: call of '__xpg_basename'
//
// The destructor of a key of thread-specific data.
#include <libgen.h>
#include <pthread.h>
#include <semaphore.h>

static char path[8] = "a/b/";
static pthread_key_t key;
static sem_t set;
static void* worker(void* unused) {
  pthread_setspecific(key, path);
  sem_post(&set);
  return unused;
}

int main(void) {
  sem_init(&set, 0, 0);
  pthread_key_create(&key, (void (*)(void*))(void*)__xpg_basename);
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  sem_wait(&set);
  path[3] = 'x';
  pthread_join(t, 0);
  return 0;
}
