// expect: verified
// search: dpor optimal stateful
//
// The address of a local peer: the path it was bound to, as long as that is; nothing but the family if it has none, and for
// recvfrom not even that.
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static struct sockaddr_un server = {AF_UNIX, "/tmp/heddle-server"}, client = {AF_UNIX, "/tmp/heddle-client"};
static struct sockaddr_un listens = {AF_UNIX, "/tmp/heddle-listener"};
static int s;
#define ANY(a) ((struct sockaddr*)(a))

static void check(const struct sockaddr_un* is, socklen_t size, const struct sockaddr_un* expected) {
  assert(is->sun_family == AF_UNIX && size == 2 + strlen(expected->sun_path) + 1 && strcmp(is->sun_path, expected->sun_path) == 0);
}

static void* answer(void* unused) {
  char text[8];
  struct sockaddr_un from;
  socklen_t size = sizeof from;
  assert(recvfrom(s, text, sizeof text, 0, ANY(&from), &size) == 3);
  check(&from, size, &client);
  assert(sendto(s, "ok", 2, 0, ANY(&from), size) == 2);
  struct iovec piece = {text, sizeof text};
  struct msghdr message = {.msg_name = &from, .msg_namelen = sizeof from, .msg_iov = &piece, .msg_iovlen = 1};
  assert(recvmsg(s, &message, 0) == 1 && message.msg_namelen == 0);  // who has no address
  return unused;
}

static void streams(void) {
  struct sockaddr_un from;
  socklen_t size = sizeof from;
  const int listener = socket(AF_UNIX, SOCK_STREAM, 0), c = socket(AF_UNIX, SOCK_STREAM, 0);
  assert(bind(listener, ANY(&listens), sizeof listens) == 0 && listen(listener, 2) == 0);
  assert(connect(c, ANY(&listens), sizeof listens) == 0);
  const int accepted = accept(listener, ANY(&from), &size);
  assert(accepted >= 0 && from.sun_family == AF_UNIX && size == sizeof(sa_family_t));
  size = sizeof from;
  assert(getpeername(c, ANY(&from), &size) == 0);
  check(&from, size, &listens);
  size = sizeof from;
  assert(getsockname(accepted, ANY(&from), &size) == 0);
  check(&from, size, &listens);
}

int main(void) {
  s = socket(AF_UNIX, SOCK_DGRAM, 0);
  assert(bind(s, ANY(&server), sizeof server) == 0);
  pthread_t t;
  pthread_create(&t, NULL, answer, NULL);
  const int c = socket(AF_UNIX, SOCK_DGRAM, 0), nameless = socket(AF_UNIX, SOCK_DGRAM, 0);
  assert(bind(c, ANY(&client), sizeof client) == 0);
  assert(sendto(c, "abc", 3, 0, ANY(&server), sizeof server) == 3);
  char text[8];
  assert(recv(c, text, sizeof text, 0) == 2);
  assert(sendto(nameless, "x", 1, 0, ANY(&server), sizeof server) == 1);
  pthread_join(t, NULL);
  streams();
  return 0;
}
