// expect: verified
// search: dfs dpor optimal stateful
//
// The most urgent message comes first, those of one priority in the order in which they were sent, and what was sent happens
// before it is received.
#include <assert.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>

static int payload;

static void* sender(void* unused) {
  mqd_t q = mq_open("/heddle-q", O_WRONLY);
  assert(q >= 0);
  payload = 7;
  assert(mq_send(q, "low", 4, 1) == 0 && mq_send(q, "high", 5, 9) == 0 && mq_send(q, "low2", 5, 1) == 0);
  mq_close(q);
  return unused;
}

int main(void) {
  struct mq_attr attributes = {.mq_maxmsg = 3, .mq_msgsize = 8};
  mqd_t q = mq_open("/heddle-q", O_CREAT | O_EXCL | O_RDONLY, 0600, &attributes);
  assert(q >= 0);
  pthread_t t;
  pthread_create(&t, NULL, sender, NULL);
  char text[8];
  unsigned priority, last = 0;
  int low = 0;
  for (int i = 0; i < 3; i++) {
    const ssize_t n = mq_receive(q, text, sizeof text, &priority);
    assert(n == 4 || n == 5);
    assert(payload == 7);
    if (priority == 1) assert(text[3] == (low++ ? '2' : 0));
    last = priority;
  }
  assert(last == 1 && low == 2);
  pthread_join(t, NULL);
  mq_close(q);
  assert(mq_unlink("/heddle-q") == 0 && mq_unlink("/heddle-q") == -1);
  return 0;
}
