// analyze: race on heap block from handed_block_kept_broken.c:19 + 4
// The thread shows its block to the others.
#include <pthread.h>
#include <stdlib.h>
struct job {
  int number, result;
};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct job* last;
static void* work(void* given) {
  struct job* job = given;
  pthread_mutex_lock(&m);
  if (last) last->result = 1;
  last = job;
  pthread_mutex_unlock(&m);
  job->result = 2 * job->number;
  return 0;
}
static struct job* make(void) { return calloc(1, sizeof(struct job)); }
int main(int argc, char** argv) {
  for (int i = 0; i < argc + 2; i++) {
    pthread_t thread;
    struct job* job = make();
    if (!job) return 1;
    if (pthread_create(&thread, 0, work, job) == 0) pthread_detach(thread);
  }
  (void)argv;
  return 0;
}
