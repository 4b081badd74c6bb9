// analyze: verified
// Each thread gets a block of its own, and frees it.
#include <pthread.h>
#include <stdlib.h>
struct job {
  int number, result;
};
static void* work(void* given) {
  struct job* job = given;
  job->result = 2 * job->number;
  free(job);
  return 0;
}
int main(int argc, char** argv) {
  for (int i = 0; i < argc + 2; i++) {
    pthread_t thread;
    struct job* job = malloc(sizeof *job);
    if (!job) return 1;
    job->number = i;
    job->result = 0;
    if (pthread_create(&thread, 0, work, job) == 0) pthread_detach(thread);
  }
  (void)argv;
  return 0;
}
