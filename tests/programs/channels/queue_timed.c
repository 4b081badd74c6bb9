// expect: verified
// exit: 0 1
// search: dfs dpor optimal stateful
//
// A wait with a time limit ends with a message or without one.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <time.h>

static mqd_t q;

static void* sender(void* unused) {
  assert(mq_send(q, "a", 1, 0) == 0);
  return unused;
}

int main(void) {
  pthread_t t;
  q = mq_open("/heddle-q", O_CREAT | O_RDWR, 0600, NULL);
  pthread_create(&t, NULL, sender, NULL);
  struct timespec limit;
  clock_gettime(CLOCK_REALTIME, &limit);
  limit.tv_sec++;
  char text[8192];
  const ssize_t n = mq_timedreceive(q, text, sizeof text, NULL, &limit);
  assert(n == 1 || (n == -1 && errno == ETIMEDOUT));
  pthread_join(t, NULL);
  return n == 1 ? 0 : 1;
}
