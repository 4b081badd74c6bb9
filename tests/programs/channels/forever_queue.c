// expect: verified
// exit: never
// search: stateful
//
// As forever_pipes, over two message queues.
#include <assert.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>

static mqd_t there, back;

static void* echo(void* unused) {
  for (;;) {
    char text[8];
    unsigned priority;
    const ssize_t n = mq_receive(there, text, sizeof text, &priority);
    assert(n == 1 && priority == 3);
    assert(mq_send(back, text, 1, priority) == 0);
  }
  return unused;
}

int main(void) {
  pthread_t t;
  struct mq_attr attributes = {.mq_maxmsg = 2, .mq_msgsize = 8};
  there = mq_open("/there", O_RDWR | O_CREAT, 0600, &attributes);
  back = mq_open("/back", O_RDWR | O_CREAT, 0600, &attributes);
  assert(there != -1 && back != -1);
  pthread_create(&t, NULL, echo, NULL);
  for (;;) {
    char text[8] = "x";
    assert(mq_send(there, text, 1, 3) == 0);
    assert(mq_receive(back, text, sizeof text, NULL) == 1);
  }
}
