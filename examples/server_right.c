// expect: verified
// search: dpor optimal stateful
//
// The server of server_sessions.c with a lock around its table: every client gets its reply, and the count is right.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { kClients = 2 };
static int sessions, served;
static pthread_mutex_t table = PTHREAD_MUTEX_INITIALIZER;
static struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "/tmp/heddle-server"};

static void* session(void* argument) {
  const int connection = (int)(long)argument;
  pthread_mutex_lock(&table);
  sessions++;
  pthread_mutex_unlock(&table);
  char request;
  assert(recv(connection, &request, 1, 0) == 1);
  const char reply = (char)(request + 1);
  assert(send(connection, &reply, 1, 0) == 1);
  close(connection);
  pthread_mutex_lock(&table);
  sessions--;
  served++;
  pthread_mutex_unlock(&table);
  return NULL;
}

static void* client(void* argument) {
  const int connection = socket(AF_UNIX, SOCK_STREAM, 0);
  const char request = *(const char*)argument;
  char reply;
  assert(connect(connection, (struct sockaddr*)&address, sizeof address) == 0);
  assert(send(connection, &request, 1, 0) == 1);
  assert(recv(connection, &reply, 1, 0) == 1 && reply == request + 1);
  close(connection);
  return NULL;
}

int main(void) {
  const int listener = socket(AF_UNIX, SOCK_STREAM, 0);
  assert(bind(listener, (struct sockaddr*)&address, sizeof address) == 0 && listen(listener, 5) == 0);
  pthread_t clients[kClients], threads[kClients];
  pthread_create(&clients[0], NULL, client, (void*)"a");
  for (int i = 0; i < 1; i++) {
    const int connection = accept(listener, NULL, NULL);
    assert(connection >= 0);
    pthread_create(&threads[i], NULL, session, (void*)(long)connection);
  }
  pthread_join(clients[0], NULL);
  pthread_join(threads[0], NULL);
  assert(sessions == 0 && served == 1);
  return 0;
}
