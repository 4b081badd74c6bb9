// analyze: verified
#include <threads.h>
static int x;
static mtx_t m;
static int run(void* p) {
  mtx_lock(&m);
  x++;
  mtx_unlock(&m);
  return 0;
}
int main(void) {
  thrd_t a, b;
  mtx_init(&m, mtx_plain);
  thrd_create(&a, run, 0);
  thrd_create(&b, run, 0);
  thrd_join(a, 0);
  thrd_join(b, 0);
  return x;
}
