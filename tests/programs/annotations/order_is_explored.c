// expect: race on data
// lines: 10, 17
//
// An order that does not exist is not made by saying so: the second thread may come first.
#include <pthread.h>
void __tsan_acquire(void* address);
void __tsan_release(void* address);
static int data, where;
static void* worker(void* argument) {
  data = 1;
  __tsan_release(&where);
  return argument;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  __tsan_acquire(&where); data = 2;
  pthread_join(t, 0);
  return 0;
}
