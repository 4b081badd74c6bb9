// expect: verified
// search: dpor optimal stateful
//
// A client that has bound nothing gets an address when it first sends, or connects: the answer comes there.
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in address;
static int server;

static void answer(void) {
  char text[8];
  struct sockaddr_in from;
  socklen_t size = sizeof from;
  assert(recvfrom(server, text, sizeof text, 0, (struct sockaddr*)&from, &size) == 3);
  assert(size == sizeof from && from.sin_family == AF_INET && from.sin_port != 0);
  assert(sendto(server, "ok", 2, 0, (struct sockaddr*)&from, size) == 2);
}
static void* serve(void* unused) {
  answer();
  answer();
  return unused;
}

int main(void) {
  server = socket(AF_INET, SOCK_DGRAM, 0);
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(5000);
  assert(bind(server, (struct sockaddr*)&address, sizeof address) == 0);
  pthread_t t;
  pthread_create(&t, NULL, serve, NULL);
  char text[8];
  const int sends = socket(AF_INET, SOCK_DGRAM, 0);
  assert(sendto(sends, "abc", 3, 0, (struct sockaddr*)&address, sizeof address) == 3);
  assert(recv(sends, text, sizeof text, 0) == 2 && text[0] == 'o');
  const int connects = socket(AF_INET, SOCK_DGRAM, 0);
  assert(connect(connects, (struct sockaddr*)&address, sizeof address) == 0 && send(connects, "abc", 3, 0) == 3);
  assert(recv(connects, text, sizeof text, 0) == 2 && text[0] == 'o');
  pthread_join(t, NULL);
  return 0;
}
