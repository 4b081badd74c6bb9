// expect: verified
// exit: 0
// assumes: no signal comes
// assumes: sequential consistency
//
// An alarm that would end a test which hangs.
#include <pthread.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void* worker(void* argument) {
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  return argument;
}
int main(void) {
  pthread_t t;
  if (alarm(10) != 0) return 1;
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  alarm(0);
  return x - 2;
}
