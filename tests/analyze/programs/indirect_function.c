// analyze: unknown
// Which function is called a resolver decides when the program is loaded.
#include <pthread.h>

static int shared;

static void add(void) { shared++; }
static void* resolve(void) { return (void*)add; }
void chosen(void) __attribute__((ifunc("resolve")));

static void* work(void* unused) {
  chosen();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
  return 0;
}
