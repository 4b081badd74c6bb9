// expect: inconclusive
// message: fork
//
// A second process is not modelled: the run says so and does not start one.
#include <pthread.h>
#include <sys/types.h>
#include <unistd.h>

static void* worker(void* arg) { return arg; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pid_t child = fork();
  if (child == 0) _exit(0);
  pthread_join(thread, NULL);
  return 0;
}
