// expect: race on shared
//
// What such a function starts is checked like everything else.
#include <pthread.h>

static int shared;
static pthread_t thread;
static void* run(void* unused) {
  shared++;
  return unused;
}
static void start(void) { pthread_create(&thread, 0, run, 0); }
__attribute__((section(".init_array"), used)) static void (*starts)(void) = start;

int main(void) {
  shared++;
  pthread_join(thread, 0);
}
