// expect: verified
//
// The threads, mutexes and conditions of C11.
#include <threads.h>

static mtx_t m;
static cnd_t c;
static int ready, x;

static int worker(void* arg) {
  mtx_lock(&m);
  x++;
  ready = 1;
  cnd_signal(&c);
  mtx_unlock(&m);
  return 3;
}

int main(void) {
  thrd_t thread;
  int result;
  mtx_init(&m, mtx_plain);
  cnd_init(&c);
  thrd_create(&thread, worker, NULL);
  mtx_lock(&m);
  while (!ready) cnd_wait(&c, &m);
  x++;
  mtx_unlock(&m);
  thrd_join(thread, &result);
  mtx_destroy(&m);
  cnd_destroy(&c);
  return x == 2 && result == 3 ? 0 : 1;
}
