// expect: race on x
// search: dfs dpor pruning
//
// What main returns decides nothing, unless the program calls it.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int flag, x;

int main(int argc, char** argv);

static void* first(void* arg) {
  pthread_mutex_lock(&m);
  flag = 1;
  pthread_mutex_unlock(&m);
  x = 1;
  return arg;
}

static void* second(void* arg) {
  if (main(-1, NULL) == 0) x = 2;
  return arg;
}

int main(int argc, char** argv) {
  if (argc == -1) {
    pthread_mutex_lock(&m);
    const int seen = flag;
    pthread_mutex_unlock(&m);
    return seen;
  }
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
