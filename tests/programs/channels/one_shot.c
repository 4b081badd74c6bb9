// expect: verified
// search: dfs dpor optimal stateful
//
// With EPOLLONESHOT one of two threads is told, and alone handles the descriptor until it arms it again.
#include <assert.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>

static int set, ends[2], handled;

static void* worker(void* unused) {
  struct epoll_event event;
  if (epoll_wait(set, &event, 1, 0) == 1) handled++;
  return unused;
}

int main(void) {
  pthread_t t, u;
  set = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN | EPOLLONESHOT};
  assert(pipe(ends) == 0 && write(ends[1], "x", 1) == 1 && epoll_ctl(set, EPOLL_CTL_ADD, ends[0], &event) == 0);
  pthread_create(&t, NULL, worker, NULL);
  pthread_create(&u, NULL, worker, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  assert(handled == 1);
  return 0;
}
