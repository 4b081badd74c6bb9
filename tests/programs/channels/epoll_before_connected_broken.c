// expect: assertion
// search: dfs dpor optimal stateful
//
// A socket in a set of epoll that is about to be connected: until then it hangs up.
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static int set, client;
static struct sockaddr_in address = {.sin_family = AF_INET};

static void* connects(void* unused) {
  connect(client, (struct sockaddr*)&address, sizeof address);
  return unused;
}

int main(void) {
  const int server = socket(AF_INET, SOCK_STREAM, 0);
  client = socket(AF_INET, SOCK_STREAM, 0);
  set = epoll_create1(0);
  address.sin_port = htons(8080);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (bind(server, (struct sockaddr*)&address, sizeof address) != 0 || listen(server, 1) != 0) return 1;
  struct epoll_event event = {.events = EPOLLOUT};
  if (epoll_ctl(set, EPOLL_CTL_ADD, client, &event) != 0) return 1;
  pthread_t t;
  pthread_create(&t, NULL, connects, NULL);
  assert(epoll_wait(set, &event, 1, 0) == 1 && (event.events & EPOLLHUP));
  pthread_join(t, NULL);
  return 0;
}
