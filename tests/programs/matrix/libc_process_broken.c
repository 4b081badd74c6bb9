// expect: race on limit
// primitive: getrlimit
// lines: 13, 20
//
// What is filled in is written.
#include <pthread.h>
#include <sys/resource.h>

static struct rlimit limit;

static void* worker(void* argument) {
  /* writes the structure */
  getrlimit(RLIMIT_NOFILE, &limit);
  return argument;
}
int main(void) {
  pthread_t t;
  unsigned long seen;
  pthread_create(&t, 0, worker, 0);
  seen = limit.rlim_cur;
  pthread_join(t, 0);
  return seen == 1;
}
