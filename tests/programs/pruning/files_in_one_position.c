// expect: race on x
// search: dfs dpor pruning
//
// Two threads read one file, each a byte: who comes first gets the first one. That they hold a lock for it does not
// help.
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, file;

static void* first(void* arg) {
  char byte = 0;
  x = 1;
  pthread_mutex_lock(&m);
  if (read(file, &byte, 1) != 1) byte = 0;
  pthread_mutex_unlock(&m);
  return arg;
}

static void* second(void* arg) {
  char byte = 0;
  pthread_mutex_lock(&m);
  if (read(file, &byte, 1) != 1) byte = 0;
  pthread_mutex_unlock(&m);
  if (lseek(file, 0, SEEK_CUR) == 1) x = 2;
  return arg;
}

int main(void) {
  file = open(__FILE__, O_RDONLY);
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
