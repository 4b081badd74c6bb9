// expect: race on sum
// lines: 11
// primitive: tss_t
//
// Destructors of two threads change one variable.
#include <threads.h>

static tss_t key;
static int sum;

static void destroy(void* value) { sum += *(int*)value; }

static int worker(void* arg) {
  static int one = 1;
  tss_set(key, &one);
  return arg != NULL;
}

int main(void) {
  thrd_t one, two;
  tss_create(&key, destroy);
  thrd_create(&one, worker, NULL);
  thrd_create(&two, worker, NULL);
  thrd_join(one, NULL);
  thrd_join(two, NULL);
  return 0;
}
