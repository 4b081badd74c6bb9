// expect: verified
// process: robust_ring.c -DPRODUCER
// process: robust_ring.c
// search: dpor optimal stateful
// exit: 0
// timeout: 300
//
// A place for one number in shared memory, with a robust mutex and two conditions: whoever comes first makes them.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/mman.h>
#include <unistd.h>
struct ring {
  pthread_mutex_t m;
  pthread_cond_t there, room;
  int slot, count, ready;
};
static void take(struct ring* r) {
  int e = pthread_mutex_lock(&r->m);
  if (e == EOWNERDEAD)
    pthread_mutex_consistent(&r->m);
  else
    assert(e == 0);
}
static struct ring* open_ring(void) {
  sem_t* once = sem_open("/heddle-ring", O_CREAT, 0600, 1);
  int f = shm_open("/heddle-ring", O_CREAT | O_RDWR, 0600);
  assert(f >= 0 && ftruncate(f, sizeof(struct ring)) == 0);
  struct ring* r = mmap(0, sizeof *r, PROT_READ | PROT_WRITE, MAP_SHARED, f, 0);
  assert(r != MAP_FAILED);
  close(f);
  sem_wait(once);
  if (!r->ready) {
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_setpshared(&a, PTHREAD_PROCESS_SHARED);
    pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&r->m, &a);
    pthread_condattr_t c;
    pthread_condattr_init(&c);
    pthread_condattr_setpshared(&c, PTHREAD_PROCESS_SHARED);
    pthread_cond_init(&r->there, &c);
    pthread_cond_init(&r->room, &c);
    r->ready = 1;
  }
  sem_post(once);
  return r;
}
int main(void) {
  struct ring* r = open_ring();
#ifdef PRODUCER
  for (int i = 1; i <= 2; i++) {
    take(r);
    while (r->count == 1) pthread_cond_wait(&r->room, &r->m);
    r->slot = i;
    r->count = 1;
    pthread_cond_signal(&r->there);
    pthread_mutex_unlock(&r->m);
  }
#else
  int sum = 0;
  for (int i = 1; i <= 2; i++) {
    take(r);
    while (r->count == 0) pthread_cond_wait(&r->there, &r->m);
    sum += r->slot;
    r->count = 0;
    pthread_cond_signal(&r->room);
    pthread_mutex_unlock(&r->m);
  }
  assert(sum == 3);
#endif
  return 0;
}
