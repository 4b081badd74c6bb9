// expect: verified
// search: dpor optimal stateful
//
// Datagrams on the loopback keep their bounds, and arrive in order.
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in address;

static void* sender(void* unused) {
  const int s = socket(AF_INET, SOCK_DGRAM, 0);
  assert(sendto(s, "abc", 3, 0, (struct sockaddr*)&address, sizeof address) == 3);
  assert(sendto(s, "d", 1, 0, (struct sockaddr*)&address, sizeof address) == 1);
  close(s);
  return unused;
}

int main(void) {
  const int s = socket(AF_INET, SOCK_DGRAM, 0);
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(5000);
  assert(bind(s, (struct sockaddr*)&address, sizeof address) == 0);
  pthread_t t;
  pthread_create(&t, NULL, sender, NULL);
  char text[8];
  assert(recv(s, text, sizeof text, 0) == 3 && text[0] == 'a');
  assert(recv(s, text, sizeof text, 0) == 1 && text[0] == 'd');
  pthread_join(t, NULL);
  return 0;
}
