// expect: verified
// primitive: setlocale
// exit: 0
//
// There is only the C locale: asking for it, or for what the environment says, changes nothing; others do not exist.
#include <assert.h>
#include <locale.h>
#include <pthread.h>
#include <string.h>

static void* worker(void* arg) {
  assert(strcmp(setlocale(LC_ALL, NULL), "C") == 0);
  assert(strcmp(localeconv()->decimal_point, ".") == 0);
  return arg;
}

int main(void) {
  pthread_t one, two;
  assert(setlocale(LC_ALL, "C"));
  assert(setlocale(LC_ALL, ""));
  assert(!setlocale(LC_ALL, "xx_YY"));
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
