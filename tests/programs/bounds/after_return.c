// expect: memory
// lines: 15
// message: after the end of the lifetime of 'argument_of_thread' (4 bytes
//
// The thread's argument is a variable of a function that has returned. Semaphores order everything: no race.
#include <pthread.h>
#include <semaphore.h>

static sem_t go;
static pthread_t t;

static void *worker(void *argument) {
  int *number = argument;
  sem_wait(&go);
  return *number == 5 ? argument : 0;
}

static void begin(void) {
  int argument_of_thread = 5;
  pthread_create(&t, 0, worker, &argument_of_thread);
}

int main(void) {
  sem_init(&go, 0, 0);
  begin();
  sem_post(&go);
  pthread_join(t, 0);
  return 0;
}
