// expect: race on x
// flags: --detector summary --no-read-rows
//
// What the summary function as published does find, found without the read rows; the replay file has to say so.
#include <pthread.h>
#include <stddef.h>

static int x;

static void *writer(void *unused) {
  x = 1;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, writer, NULL);
  pthread_create(&b, NULL, writer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
