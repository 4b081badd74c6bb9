// expect: verified
// visible: sync all
// executions(dpor): 2
//
// A recursive mutex taken again by the thread that holds it: only the outermost pair counts.
#include <pthread.h>

static pthread_mutex_t m;
static int x;

static void inner(void) {
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
}

static void* worker(void* arg) {
  pthread_mutex_lock(&m);
  inner();
  x++;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&m, &attributes);
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return x - 4;
}
