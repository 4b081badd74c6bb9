// expect: verified
// search: dfs selective invisible-first composed dpor optimal stateful
//
// The server of server_sessions.c with a lock around its table: every client gets its reply, and the count is right.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#ifndef CLIENTS
#define CLIENTS 1
#endif

static int sessions, served;
static pthread_mutex_t table = PTHREAD_MUTEX_INITIALIZER;
static struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "/tmp/heddle-server"};

static void* session(void* argument) {
  const int connection = *(const int*)argument;
  pthread_mutex_lock(&table);
  sessions++;
  pthread_mutex_unlock(&table);
  char request;
  assert(recv(connection, &request, 1, 0) == 1);
  const char reply = (char)(request + 1);
  assert(send(connection, &reply, 1, 0) == 1);
  pthread_mutex_lock(&table);
  sessions--;
  served++;
  pthread_mutex_unlock(&table);
  return NULL;
}

static void* client(void* argument) {
  const int connection = *(const int*)argument;
  const char request = 'a';
  char reply;
  assert(connect(connection, (struct sockaddr*)&address, sizeof address) == 0);
  assert(send(connection, &request, 1, 0) == 1);
  assert(recv(connection, &reply, 1, 0) == 1 && reply == request + 1);
  return NULL;
}

int main(void) {
  const int listener = socket(AF_UNIX, SOCK_STREAM, 0);
  assert(bind(listener, (struct sockaddr*)&address, sizeof address) == 0 && listen(listener, 5) == 0);
  pthread_t clients[CLIENTS], threads[CLIENTS];
  int asking[CLIENTS], answering[CLIENTS];
  for (int i = 0; i < CLIENTS; i++) asking[i] = socket(AF_UNIX, SOCK_STREAM, 0);
  for (int i = 0; i < CLIENTS; i++) pthread_create(&clients[i], NULL, client, &asking[i]);
  for (int i = 0; i < CLIENTS; i++) {
    answering[i] = accept(listener, NULL, NULL);
    assert(answering[i] >= 0);
    pthread_create(&threads[i], NULL, session, &answering[i]);
  }
  for (int i = 0; i < CLIENTS; i++) pthread_join(clients[i], NULL), pthread_join(threads[i], NULL);
  for (int i = 0; i < CLIENTS; i++) close(asking[i]), close(answering[i]);
  assert(sessions == 0 && served == CLIENTS);
  return 0;
}
