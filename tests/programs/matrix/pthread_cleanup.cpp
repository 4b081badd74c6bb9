// expect: verified
// primitive: pthread_cleanup_push
// primitive: pthread_cleanup_pop
// exit: 0
//
// In C++ a handler is an object; it runs among the destructors of the frames that pthread_exit leaves.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int text;

struct Local {
  ~Local() { text = text * 10 + 1; }
};
static void add(void* digit) { text = text * 10 + *static_cast<int*>(digit); }
static void unlock(void* mutex) { pthread_mutex_unlock(static_cast<pthread_mutex_t*>(mutex)); }

static void* worker(void* arg) {
  int two = 2;
  pthread_mutex_lock(&m);
  pthread_cleanup_push(unlock, &m);
  Local outer;
  pthread_cleanup_push(add, &two);
  Local inner;
  pthread_exit(arg);
  pthread_cleanup_pop(1);
  pthread_cleanup_pop(1);
  return arg;
}

int main() {
  pthread_t one, two;
  pthread_create(&one, nullptr, worker, nullptr);
  pthread_create(&two, nullptr, worker, nullptr);
  pthread_join(one, nullptr);
  pthread_join(two, nullptr);
  return text != 121121;
}
