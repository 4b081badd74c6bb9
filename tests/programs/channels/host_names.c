// expect: verified
// search: dfs dpor
//
// A server and a client that find each other by getaddrinfo, as real programs do.
#include <arpa/inet.h>
#include <assert.h>
#include <netdb.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int listener;

static void* server(void* unused) {
  const int c = accept(listener, NULL, NULL);
  char text[8];
  assert(c >= 0 && recv(c, text, 5, MSG_WAITALL) == 5 && memcmp(text, "hello", 5) == 0);
  close(c);
  return unused;
}

static int open_by_name(const char* host, int passive) {
  const struct addrinfo hints = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM, .ai_flags = passive ? AI_PASSIVE : 0};
  struct addrinfo* found;
  assert(getaddrinfo(host, "8080", &hints, &found) == 0);
  const int s = socket(found->ai_family, found->ai_socktype, found->ai_protocol);
  const int one = 1;
  if (passive) {
    assert(setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) == 0);
    assert(bind(s, found->ai_addr, found->ai_addrlen) == 0 && listen(s, 4) == 0);
  } else {
    assert(connect(s, found->ai_addr, found->ai_addrlen) == 0);
  }
  freeaddrinfo(found);
  return s;
}

int main(void) {
  pthread_t t;
  listener = open_by_name(NULL, 1);
  pthread_create(&t, NULL, server, NULL);
  const int s = open_by_name("localhost", 0);
  assert(send(s, "hello", 5, 0) == 5);
  struct sockaddr_in peer;
  socklen_t size = sizeof peer;
  char text[INET_ADDRSTRLEN];
  assert(getpeername(s, (struct sockaddr*)&peer, &size) == 0 && ntohs(peer.sin_port) == 8080);
  assert(strcmp(inet_ntop(AF_INET, &peer.sin_addr, text, sizeof text), "127.0.0.1") == 0);
  close(s);
  pthread_join(t, NULL);
  return 0;
}
