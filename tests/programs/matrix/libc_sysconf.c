// expect: verified
// primitive: sysconf
// primitive: get_nprocs
// exit: 0
//
// The machine has two processors, wherever the tool runs.
#include <assert.h>
#include <pthread.h>
#include <sys/sysinfo.h>
#include <unistd.h>

static void* worker(void* arg) {
  assert(sysconf(_SC_NPROCESSORS_ONLN) == 2 && sysconf(_SC_NPROCESSORS_CONF) == 2);
  assert(get_nprocs() == 2);
  assert(sysconf(_SC_PAGESIZE) >= 4096);
  return arg;
}

int main(void) {
  pthread_t one;
  pthread_create(&one, NULL, worker, NULL);
  pthread_join(one, NULL);
  return 0;
}
