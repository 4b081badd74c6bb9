// expect: misuse
//
// A mutex destroyed while another thread may hold it or is yet to come: every order is a misuse of one kind or the
// other.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* worker(void* arg) {
  if (pthread_mutex_trylock(&m) == 0) pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_join(thread, NULL);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_mutex_destroy(&m);
  pthread_join(thread, NULL);
  return 0;
}
