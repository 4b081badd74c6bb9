// expect: inconclusive
// message: mq_notify
// search: dfs
//
// Signals and threads that a queue starts are not modelled, and say so.
#include <fcntl.h>
#include <mqueue.h>
#include <signal.h>
#include <stddef.h>

int main(void) {
  const mqd_t q = mq_open("/heddle-q", O_CREAT | O_RDWR, 0600, NULL);
  struct sigevent event = {.sigev_notify = SIGEV_NONE};
  return mq_notify(q, &event);
}
