// expect: verified
// search: dpor optimal stateful
//
// A connected datagram socket sends to whoever has the address when it sends, not when it was connected.
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>

static int client;

static void* send_one(void* unused) {
  assert(send(client, "a", 1, 0) == 1);
  return unused;
}

int main(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(5000), .sin_addr = {htonl(INADDR_LOOPBACK)}};
  client = socket(AF_INET, SOCK_DGRAM, 0);
  assert(connect(client, (struct sockaddr*)&address, sizeof address) == 0);
  const int server = socket(AF_INET, SOCK_DGRAM, 0);
  assert(bind(server, (struct sockaddr*)&address, sizeof address) == 0);
  pthread_t t;
  pthread_create(&t, NULL, send_one, NULL);
  assert(send(client, "b", 1, 0) == 1);
  char c;
  assert(recv(server, &c, 1, 0) == 1 && recv(server, &c, 1, 0) == 1);
  pthread_join(t, NULL);
  return 0;
}
