// expect: verified
// exit: 0
// search: dfs dpor selective invisible-first composed stateful best-first
// executions(selective): 1
//
// Threads with functions of their own on mutexes and counters of their own: what a thread may still do shows that no
// other order can matter.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t left_lock = PTHREAD_MUTEX_INITIALIZER, right_lock = PTHREAD_MUTEX_INITIALIZER;
static int left, right;
static atomic_int left_rounds, right_rounds;

static void* work_left(void* unused) {
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&left_lock);
    left++;
    pthread_mutex_unlock(&left_lock);
    left_rounds++;
  }
  return unused;
}

static void* work_right(void* unused) {
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&right_lock);
    right++;
    pthread_mutex_unlock(&right_lock);
    right_rounds++;
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work_left, NULL);
  pthread_create(&b, NULL, work_right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return left + right != 6;
}
