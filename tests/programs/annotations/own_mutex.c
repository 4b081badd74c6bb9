// expect: verified
// exit: 0
//
// The interface for locks of one's own, around one that is made of relaxed atomics.
#include <pthread.h>
void __tsan_mutex_create(void*, unsigned);
void __tsan_mutex_pre_lock(void*, unsigned);
void __tsan_mutex_post_lock(void*, unsigned, int);
int __tsan_mutex_pre_unlock(void*, unsigned);
void __tsan_mutex_post_unlock(void*, unsigned);
static int held, x;
static void* worker(void* argument) {
  __tsan_mutex_pre_lock(&held, 0);
  while (__atomic_exchange_n(&held, 1, __ATOMIC_RELAXED)) {
  }
  __tsan_mutex_post_lock(&held, 0, 0);
  x++;
  __tsan_mutex_pre_unlock(&held, 0);
  __atomic_store_n(&held, 0, __ATOMIC_RELAXED);
  __tsan_mutex_post_unlock(&held, 0);
  return argument;
}
int main(void) {
  pthread_t t;
  __tsan_mutex_create(&held, 0);
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  return x - 2;
}
