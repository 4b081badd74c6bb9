// expect: verified
//
// The structure with its mutex is copied under the lock, while another thread tries the mutex: in vain it only looks.
#include <pthread.h>

static struct s {
  pthread_mutex_t m;
  int n;
} s = {PTHREAD_MUTEX_INITIALIZER, 1};

static void *copies(void *argument) {
  pthread_mutex_lock(&s.m);
  struct s copy = s;
  pthread_mutex_unlock(&s.m);
  return copy.n <= 2 ? argument : &s;
}
static void *tries(void *argument) {
  if (pthread_mutex_trylock(&s.m) == 0) {
    s.n++;
    pthread_mutex_unlock(&s.m);
  }
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, copies, 0);
  pthread_create(&second, 0, tries, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
