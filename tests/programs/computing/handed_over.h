// What a thread has written and read in its loop goes to another one and comes back: what was known then is not known any
// more.
#include <pthread.h>
#include <semaphore.h>

static sem_t there, back;
static long numbers[8];

static void fill(long with) {
  for (int i = 0; i < 8; i = i + 1 + (int)(with & 1)) numbers[i] += with;
}

static void *other(void *argument) {
  sem_wait(&there);
  fill(3);
  BACK;
  return argument;
}

int main(void) {
  sem_init(&there, 0, 0);
  sem_init(&back, 0, 0);
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  fill(1);
  fill(2);
  sem_post(&there);
  WAIT;
  fill(5);
  pthread_join(t, 0);
  return numbers[0] == 11 ? 0 : 1;
}
