// expect: inconclusive
// message: the address 192.0.2.1 is not loopback
// search: dfs
//
// An address of another machine is named, and nothing is sent there.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

int main(void) {
  const struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(80), .sin_addr.s_addr = htonl(0xc0000201)};
  return connect(socket(AF_INET, SOCK_STREAM, 0), (const struct sockaddr*)&to, sizeof to);
}
