// expect: verified
// visible: sync all
//
// pthread_once: whoever comes second waits for the initialisation and sees it.
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int value, times;

static void initialise(void) {
  value = 7;
  times++;
}

static void* worker(void* arg) {
  pthread_once(&once, initialise);
  assert(value == 7);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return times - 1;
}
