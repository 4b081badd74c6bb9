// expect: verified
//
// main ends by pthread_exit, so the thread that ends last runs the exit handlers. The others have ended before, and so
// has all that they did: no race, whichever thread it is.
#include <pthread.h>
#include <stdlib.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int x, seen;

static void nothing(void) {}
static void look(void) { seen = x; }

static void *writer(void *unused) {
  x = 1;
  pthread_once(&once, nothing);
  return unused;
}

static void *other(void *unused) {
  pthread_once(&once, nothing);
  return unused;
}

int main(void) {
  pthread_t first, second;
  atexit(look);
  pthread_create(&first, NULL, writer, NULL);
  pthread_create(&second, NULL, other, NULL);
  pthread_exit(NULL);
}
