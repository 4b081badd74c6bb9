// expect: deadlock
// primitive: sem_wait
// primitive: sem_post
//
// One branch forgets to post.
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static int count;

static void* worker(void* arg) {
  sem_wait(&s);
  if (count++ == 0) return arg;
  sem_post(&s);
  return arg;
}

int main(void) {
  pthread_t one, two;
  sem_init(&s, 0, 1);
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
