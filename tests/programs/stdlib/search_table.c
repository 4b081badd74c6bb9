// expect: verified
// exit: 0
//
// A table of one's own for each thread, and the one that all share under a lock.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <search.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char one[] = "one", two[] = "two";

static void* worker(void* arg) {
  struct hsearch_data own;
  ENTRY item = {arg, arg}, *found;
  memset(&own, 0, sizeof own);
  assert(hcreate_r(4, &own) && hsearch_r(item, ENTER, &found, &own) && found->data == arg);
  item.key = arg == one ? two : one;
  assert(!hsearch_r(item, FIND, &found, &own));
  hdestroy_r(&own);
  item.key = arg;
  pthread_mutex_lock(&m);
  hsearch(item, ENTER);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t a, b;
  ENTRY item = {one, NULL};
  hcreate(4);
  pthread_create(&a, NULL, worker, one);
  pthread_create(&b, NULL, worker, two);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(hsearch(item, FIND)->data == one);
  hdestroy();
  return 0;
}
