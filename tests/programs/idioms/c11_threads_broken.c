// expect: race on x
// lines: 11, 20
//
// c11_threads.c without the lock on one side.
#include <threads.h>

static mtx_t m;
static int x;

static int worker(void* arg) {
  x++;
  return 0;
}

int main(void) {
  thrd_t thread;
  mtx_init(&m, mtx_plain);
  thrd_create(&thread, worker, NULL);
  mtx_lock(&m);
  x++;
  mtx_unlock(&m);
  thrd_join(thread, NULL);
  return 0;
}
