// expect: verified
// search: dpor optimal stateful
//
// Until a message queue is there, and then until there is a message.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <unistd.h>

static void* server(void* unused) {
  struct mq_attr a = {0, 1, 8, 0, {0}};
  assert(mq_open("/before", O_CREAT | O_RDWR, 0600, &a) >= 0);
  mqd_t q = mq_open("/try", O_CREAT | O_RDWR, 0600, &a);
  assert(mq_send(q, "x", 1, 0) == 0);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, server, NULL);
  mqd_t q;
  char b[8];
  while ((q = mq_open("/try", O_RDONLY | O_NONBLOCK)) < 0) assert(errno == ENOENT);
  while (mq_receive(q, b, sizeof b, NULL) < 0) assert(errno == EAGAIN);
  assert(b[0] == 'x');
  pthread_join(t, NULL);
  return 0;
}
