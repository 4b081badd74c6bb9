// expect: verified
//
// main sets the locale before there are threads; they only ask for it.
#include <assert.h>
#include <locale.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static void* worker(void* unused) {
  assert(strcmp(setlocale(LC_ALL, NULL), "C") == 0);
  return unused;
}

int main(void) {
  pthread_t one, two;
  setlocale(LC_ALL, "");
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
