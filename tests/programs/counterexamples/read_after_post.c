// expect: race on x
// lines: 16, 21
// visible: sync all
// search: dfs dpor selective invisible-first composed stateful best-first
//
// sem_post(s); r=x | sem_wait(s); x=1. Under --visible sync the read always runs together with the post, before the
// write: a detector must remember it.
#include <pthread.h>
#include <semaphore.h>

static int x;
static sem_t s;

static void* reader(void* arg) {
  sem_post(&s);
  return x ? arg : NULL;
}

static void* writer(void* arg) {
  sem_wait(&s);
  x = 1;
  return arg;
}

int main(void) {
  pthread_t one, two;
  sem_init(&s, 0, 0);
  pthread_create(&one, NULL, reader, NULL);
  pthread_create(&two, NULL, writer, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
