// expect: memory
// lines: 20
// message: never written
//
// Whether v has a value depends on which thread comes first; its copy is the exit status.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void* thread(void* arg) { return flag = 1, arg; }

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, thread, 0);
  int v;
  if (flag) v = 0;
  int r = v;
  pthread_join(t, 0);
  return r;
}
