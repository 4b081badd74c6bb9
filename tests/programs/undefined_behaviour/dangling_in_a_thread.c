// expect: verified
// assumes: malloc succeeds
// assumes: a pointer to a local variable that has ended finds what lies there now
// search: dfs dpor optimal
//
// The pointer is kept in a heap block, and used in some orders only.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct job {
  int* at;
};
static atomic_int late;

__attribute__((noinline)) static void prepare(struct job* job) {
  int value[4] = {3, 3, 3, 3};
  job->at = value;
}
__attribute__((noinline)) static int use(struct job* job) {
  int value[4] = {4, 4, 4, 4};
  int* volatile own = value;
  return atomic_load(&late) ? job->at[1] + own[1] : own[1];
}
static void* work(void* job) {
  prepare(job);
  return use(job) < 0 ? job : NULL;
}
static void* other(void* unused) {
  atomic_store(&late, 1);
  return NULL;
}

int main(void) {
  struct job* job = calloc(1, sizeof *job);
  pthread_t a, b;
  pthread_create(&a, NULL, work, job);
  pthread_create(&b, NULL, other, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  free(job);
  return 0;
}
