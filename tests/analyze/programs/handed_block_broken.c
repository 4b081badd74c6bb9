// analyze: race on heap block from handed_block_broken.c:17 + 4
// One block for all of them.
#include <pthread.h>
#include <stdlib.h>
struct job {
  int number, result;
};
static void* work(void* given) {
  struct job* job = given;
  job->result = 2 * job->number;
  return 0;
}
int main(int argc, char** argv) {
  struct job* job = 0;
  for (int i = 0; i < argc + 2; i++) {
    pthread_t thread;
    if (!job) job = malloc(sizeof *job);
    if (!job) return 1;
    if (pthread_create(&thread, 0, work, job) == 0) pthread_detach(thread);
  }
  (void)argv;
  return 0;
}
