// expect: deadlock
// search: dfs dpor optimal stateful
//
// Two threads that fill each other's queue before they read their own.
#include <assert.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>

static mqd_t queues[2];

static void* talker(void* argument) {
  const long me = (long)argument;
  char text[4];
  for (int i = 0; i < 2; i++) assert(mq_send(queues[1 - me], "x", 1, 0) == 0);
  for (int i = 0; i < 2; i++) assert(mq_receive(queues[me], text, sizeof text, NULL) == 1);
  return NULL;
}

int main(void) {
  struct mq_attr attributes = {.mq_maxmsg = 1, .mq_msgsize = 4};
  pthread_t t;
  queues[0] = mq_open("/heddle-a", O_CREAT | O_RDWR, 0600, &attributes);
  queues[1] = mq_open("/heddle-b", O_CREAT | O_RDWR, 0600, &attributes);
  assert(queues[0] >= 0 && queues[1] >= 0);
  pthread_create(&t, NULL, talker, (void*)1);
  talker((void*)0);
  pthread_join(t, NULL);
  return 0;
}
