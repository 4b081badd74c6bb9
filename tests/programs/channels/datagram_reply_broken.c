// expect: assertion
// lines: 36
// search: dpor optimal stateful
//
// The client takes for granted that no answer has come yet.
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in address;
static int server;

static void* serve(void* unused) {
  char text[8];
  struct sockaddr_in from;
  socklen_t size = sizeof from;
  assert(recvfrom(server, text, sizeof text, 0, (struct sockaddr*)&from, &size) == 3);
  assert(sendto(server, "ok", 2, 0, (struct sockaddr*)&from, size) == 2);
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
  const int client = socket(AF_INET, SOCK_DGRAM, 0);
  assert(sendto(client, "abc", 3, 0, (struct sockaddr*)&address, sizeof address) == 3);
  assert(recv(client, text, sizeof text, MSG_DONTWAIT) == -1);
  pthread_join(t, NULL);
  return 0;
}
