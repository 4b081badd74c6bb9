// expect: verified
// visible: sync all
//
// The spin locks of POSIX.
#include <pthread.h>

static pthread_spinlock_t spin;
static int x;

static void* worker(void* arg) {
  pthread_spin_lock(&spin);
  x++;
  pthread_spin_unlock(&spin);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return x - 2;
}
