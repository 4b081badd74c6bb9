// expect: assertion
// lines: 39
// search: dfs dpor optimal stateful
//
// Two clients ask; which of them comes first is open, and so is the address that the first message comes from.
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static struct sockaddr_un server = {AF_UNIX, "/tmp/heddle-server"}, first = {AF_UNIX, "/tmp/heddle-1"}, second = {AF_UNIX, "/tmp/heddle-2"};
#define ANY(a) ((struct sockaddr*)(a))

static int bound_to(struct sockaddr_un* to) {
  const int s = socket(AF_UNIX, SOCK_DGRAM, 0);
  return bind(s, ANY(to), sizeof *to) == 0 ? s : -1;
}
static int one, two;

static void* ask(void* unused) {
  sendto(two, "x", 1, 0, ANY(&server), sizeof server);
  return unused;
}

int main(void) {
  const int s = bound_to(&server);
  one = bound_to(&first);
  two = bound_to(&second);
  if (s < 0 || one < 0 || two < 0) return 1;
  pthread_t t;
  pthread_create(&t, NULL, ask, NULL);
  sendto(one, "x", 1, 0, ANY(&server), sizeof server);
  char c;
  struct sockaddr_un from;
  socklen_t size = sizeof from;
  if (recvfrom(s, &c, 1, 0, ANY(&from), &size) != 1) return 1;
  assert(strcmp(from.sun_path, first.sun_path) == 0);
  pthread_join(t, NULL);
  return 0;
}
