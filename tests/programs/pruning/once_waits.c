// expect: race on x
// search: dfs dpor pruning
//
// The first thread waits in the initialisation for the second one, which then waits at its own call of pthread_once: no
// step of it, but it might have been the one that initialises.
#include <pthread.h>
#include <semaphore.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static sem_t s;
static _Thread_local int mine;
static int x;

static void initialise(void) {
  sem_wait(&s);
  mine = 1;
}

static void* first(void* arg) {
  pthread_once(&once, initialise);
  if (!mine) x = 1;
  return arg;
}

static void* second(void* arg) {
  sem_post(&s);
  pthread_once(&once, initialise);
  x = 2;
  return arg;
}

int main(void) {
  pthread_t a, b;
  sem_init(&s, 0, 0);
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
