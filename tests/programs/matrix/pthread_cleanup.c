// expect: verified
// primitive: pthread_cleanup_push
// primitive: pthread_cleanup_pop
// exit: 0
//
// A handler runs at pop(1), not at pop(0), and at pthread_exit those that are left, the last first.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int text;

static void add(void* digit) { text = text * 10 + *(int*)digit; }
static void unlock(void* mutex) { pthread_mutex_unlock(mutex); }

static void deeper(void) {
  int three = 3;
  pthread_cleanup_push(add, &three);
  pthread_exit(&text);
  pthread_cleanup_pop(1);
}

static void* worker(void* arg) {
  int one = 1, two = 2;
  pthread_mutex_lock(&m);
  pthread_cleanup_push(unlock, &m);
  pthread_cleanup_push(add, &one);
  pthread_cleanup_push(add, &two);
  pthread_cleanup_pop(0);
  pthread_cleanup_push(add, &two);
  pthread_cleanup_pop(1);
  deeper();
  pthread_cleanup_pop(1);
  pthread_cleanup_pop(1);
  return arg;
}

int main(void) {
  pthread_t one, two;
  void* value;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, &value);
  pthread_join(two, NULL);
  assert(value == &text);
  return text != 231231;
}
