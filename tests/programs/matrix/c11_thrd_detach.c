// expect: verified
// primitive: thrd_detach
// exit: 0
//
// A detached thread is not joined; main waits for what it does.
#include <threads.h>

static mtx_t m;
static cnd_t c;
static int done;

static int worker(void* arg) {
  mtx_lock(&m);
  done = 1;
  cnd_signal(&c);
  mtx_unlock(&m);
  return arg != NULL;
}

int main(void) {
  thrd_t thread;
  mtx_init(&m, mtx_plain);
  cnd_init(&c);
  thrd_create(&thread, worker, NULL);
  thrd_detach(thread);
  mtx_lock(&m);
  while (!done) cnd_wait(&c, &m);
  mtx_unlock(&m);
  return 0;
}
