// expect: verified
// primitive: tss_t
// exit: 0
//
// Each thread has its own value; the destructor gets it at the end, again if it sets a new one.
#include <assert.h>
#include <threads.h>

static tss_t key;
static mtx_t m;
static int sum;

static void destroy(void* value) {
  static int last = 1;
  mtx_lock(&m);
  sum += *(int*)value;
  mtx_unlock(&m);
  if (*(int*)value == 10) tss_set(key, &last);
}

static int worker(void* arg) {
  static int ten = 10;
  assert(tss_get(key) == NULL);
  assert(tss_set(key, &ten) == thrd_success);
  assert(tss_get(key) == &ten);
  return arg != NULL;
}

int main(void) {
  thrd_t one, two;
  mtx_init(&m, mtx_plain);
  assert(tss_create(&key, destroy) == thrd_success);
  thrd_create(&one, worker, NULL);
  thrd_create(&two, worker, NULL);
  thrd_join(one, NULL);
  thrd_join(two, NULL);
  tss_delete(key);
  return sum != 22;
}
