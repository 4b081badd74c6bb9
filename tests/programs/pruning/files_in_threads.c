// expect: race on x
// search: dfs dpor pruning
//
// Which descriptor the second thread gets tells it whether the first one has opened its file.
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, y, lowest;

static void* first(void* arg) {
  x = 1;
  open("/dev/null", O_RDONLY);
  pthread_mutex_lock(&m);
  y = 1;
  pthread_mutex_unlock(&m);
  return arg;
}

static void* second(void* arg) {
  pthread_mutex_lock(&m);
  y = 2;
  pthread_mutex_unlock(&m);
  if (open("/dev/null", O_RDONLY) == lowest) x = 2;
  return arg;
}

int main(void) {
  lowest = open("/dev/null", O_RDONLY);
  close(lowest);
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
