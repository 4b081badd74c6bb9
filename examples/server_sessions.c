// expect: race on sessions
// search: dfs selective invisible-first composed dpor optimal stateful pruning
//
// A server with a thread for each connection. Each of them counts itself in the table of sessions, and nothing orders the two.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

enum { kClients = 2, kPort = 8080 };
static int sessions;  // open ones
static int listener;

static void* session(void* argument) {
  const int connection = (int)(long)argument;
  sessions++;  // no lock
  char request;
  if (read(connection, &request, 1) == 1) {
    const char reply = (char)(request + 1);
    if (write(connection, &reply, 1) != 1) return NULL;
  }
  close(connection);
  return NULL;
}

static void* client(void* argument) {
  const struct sockaddr_in server = {.sin_family = AF_INET, .sin_port = htons(kPort), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  const int connection = socket(AF_INET, SOCK_STREAM, 0);
  char text = *(const char*)argument;
  if (connect(connection, (const struct sockaddr*)&server, sizeof server) != 0) return NULL;
  if (write(connection, &text, 1) == 1 && read(connection, &text, 1) == 1) close(connection);
  return NULL;
}

int main(void) {
  const struct sockaddr_in own = {.sin_family = AF_INET, .sin_port = htons(kPort), .sin_addr.s_addr = htonl(INADDR_ANY)};
  listener = socket(AF_INET, SOCK_STREAM, 0);
  if (bind(listener, (const struct sockaddr*)&own, sizeof own) != 0 || listen(listener, 5) != 0) return 1;
  pthread_t clients[kClients], threads[kClients];
  for (int i = 0; i < kClients; i++) pthread_create(&clients[i], NULL, client, (void*)"ab");
  for (int i = 0; i < kClients; i++) {
    const int connection = accept(listener, NULL, NULL);
    if (connection < 0) return 1;
    pthread_create(&threads[i], NULL, session, (void*)(long)connection);
  }
  for (int i = 0; i < kClients; i++) pthread_join(clients[i], NULL), pthread_join(threads[i], NULL);
  return 0;
}
