// expect: verified
// search: dfs dpor optimal stateful
//
// A set of epoll and the file that it watches for edges are closed by two threads.
#include <pthread.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int member, set;

static void* close_set(void* unused) {
  close(set);
  return unused;
}

static void* close_member(void* unused) {
  close(member);
  return unused;
}

int main(void) {
  struct epoll_event event = {.events = EPOLLIN | EPOLLET};
  pthread_t one, two;
  member = eventfd(0, 0);
  set = epoll_create1(0);
  epoll_ctl(set, EPOLL_CTL_ADD, member, &event);
  pthread_create(&one, NULL, close_set, NULL);
  pthread_create(&two, NULL, close_member, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
