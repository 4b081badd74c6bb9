// expect: race on box
// search: dfs dpor optimal stateful
//
// That there is room again in a queue orders nothing: the sender may not use what the receiver has written before.
#include <assert.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>

static mqd_t q;
static int box;

static void* receiver(void* unused) {
  char text[4];
  box = 1;
  assert(mq_receive(q, text, sizeof text, NULL) == 1);
  return unused;
}

int main(void) {
  struct mq_attr attributes = {.mq_maxmsg = 1, .mq_msgsize = 4};
  pthread_t t;
  q = mq_open("/heddle-q", O_CREAT | O_RDWR, 0600, &attributes);
  pthread_create(&t, NULL, receiver, NULL);
  assert(mq_send(q, "a", 1, 0) == 0);
  assert(mq_send(q, "b", 1, 0) == 0);
  box = 2;
  pthread_join(t, NULL);
  return 0;
}
