// expect: verified
// exit: 0
//
// Order that a program has by means that no detector sees (here: values without order), and which it tells of.
#include <pthread.h>
void AnnotateHappensBefore(const char* file, int line, const volatile void* address);
void AnnotateHappensAfter(const char* file, int line, const volatile void* address);
static int data, ready;
static void* worker(void* argument) {
  data = 1;
  AnnotateHappensBefore(__FILE__, __LINE__, &ready);
  __atomic_store_n(&ready, 1, __ATOMIC_RELAXED);
  return argument;
}
int main(void) {
  pthread_t t;
  int value = 0;
  pthread_create(&t, 0, worker, 0);
  if (__atomic_load_n(&ready, __ATOMIC_RELAXED)) {
    AnnotateHappensAfter(__FILE__, __LINE__, &ready);
    value = data;
  }
  pthread_join(t, 0);
  return value > 1;
}
