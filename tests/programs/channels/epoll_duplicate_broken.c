// expect: assertion
// lines: 25
// search: dfs dpor optimal stateful
//
// Without a duplicate the file leaves the set when another thread closes it.
#include <assert.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>

static int ends[2];

static void* closer(void* unused) {
  close(ends[0]);
  return unused;
}

int main(void) {
  const int set = epoll_create1(0);
  if (set < 0 || pipe(ends) != 0 || write(ends[1], "x", 1) != 1) return 1;
  struct epoll_event event = {.events = EPOLLIN, .data = {.u32 = 9}};
  if (epoll_ctl(set, EPOLL_CTL_ADD, ends[0], &event) != 0) return 1;
  pthread_t t;
  pthread_create(&t, NULL, closer, NULL);
  assert(epoll_wait(set, &event, 1, 0) == 1);
  pthread_join(t, NULL);
  return 0;
}
