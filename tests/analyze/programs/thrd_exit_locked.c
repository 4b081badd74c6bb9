// analyze: unknown
// options: --property deadlock
#include <threads.h>

mtx_t m;

void leave(void) { thrd_exit(0); }

int worker(void* _) {
  mtx_lock(&m);
  leave();
  mtx_unlock(&m);
  return 0;
}

int main() {
  thrd_t t;
  mtx_init(&m, mtx_plain);
  thrd_create(&t, worker, 0);
  mtx_lock(&m);
  mtx_unlock(&m);
  thrd_join(t, 0);
  return 0;
}
