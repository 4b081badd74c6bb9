// expect: verified
// detectors: exact
//
// What lies right before and right behind synchronisation objects is none of them.
#include <pthread.h>
#include <semaphore.h>

static struct {
  char before_mutex[4];
  pthread_mutex_t m;
  char behind_mutex[4], before_condition[4];
  pthread_cond_t c;
  char behind_condition[8];
  pthread_rwlock_t l;
  char behind_lock;
  sem_t s;
  char behind_semaphore;
  pthread_spinlock_t spin;
  int behind_spin_lock;
  pthread_barrier_t b;
  char behind_barrier;
} all;

static void *uses(void *argument) {
  pthread_mutex_lock(&all.m);
  pthread_cond_signal(&all.c);
  pthread_mutex_unlock(&all.m);
  pthread_rwlock_wrlock(&all.l);
  pthread_rwlock_unlock(&all.l);
  sem_post(&all.s);
  pthread_spin_lock(&all.spin);
  pthread_spin_unlock(&all.spin);
  pthread_barrier_wait(&all.b);
  return argument;
}

int main(void) {
  pthread_t user;
  pthread_mutex_init(&all.m, 0);
  pthread_cond_init(&all.c, 0);
  pthread_rwlock_init(&all.l, 0);
  sem_init(&all.s, 0, 0);
  pthread_spin_init(&all.spin, 0);
  pthread_barrier_init(&all.b, 0, 1);
  pthread_create(&user, 0, uses, 0);
  all.before_mutex[3] = all.behind_mutex[0] = all.before_condition[3] = 1;
  all.behind_condition[0] = all.behind_lock = all.behind_semaphore = all.behind_barrier = 2;
  all.behind_spin_lock = 3;
  pthread_join(user, 0);
  return 0;
}
