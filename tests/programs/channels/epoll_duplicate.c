// expect: verified
// search: dpor optimal stateful
//
// A set refers to the open file: it is told of as long as a duplicate is open, whoever closes the descriptor it was added by.
#include <assert.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>

static int ends[2];

static void* closer(void* unused) {
  assert(close(ends[0]) == 0);
  return unused;
}

int main(void) {
  const int set = epoll_create1(0);
  assert(set >= 0 && pipe(ends) == 0 && write(ends[1], "x", 1) == 1);
  const int duplicate = dup(ends[0]);
  struct epoll_event event = {.events = EPOLLIN, .data = {.u32 = 9}};
  assert(epoll_ctl(set, EPOLL_CTL_ADD, ends[0], &event) == 0);
  pthread_t t;
  pthread_create(&t, NULL, closer, NULL);
  assert(epoll_wait(set, &event, 1, 0) == 1 && event.data.u32 == 9);
  pthread_join(t, NULL);
  assert(epoll_wait(set, &event, 1, 0) == 1 && event.data.u32 == 9);
  close(duplicate);
  assert(epoll_wait(set, &event, 1, 0) == 0);
  return 0;
}
