// expect: misuse
// lines: 13
// message: another thread
//
// A jump to the stack of another thread is undefined.
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
static jmp_buf buffer;
static sem_t ready, done;
static void* worker(void* argument) {
  sem_wait(&ready);
  longjmp(buffer, 1);
  return argument;
}
int main(void) {
  pthread_t t;
  sem_init(&ready, 0, 0);
  sem_init(&done, 0, 0);
  pthread_create(&t, 0, worker, 0);
  if (setjmp(buffer) == 0) {
    sem_post(&ready);
    sem_wait(&done);
  }
  pthread_join(t, 0);
  return 0;
}
