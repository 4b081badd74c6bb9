// expect: verified
// exit: never
// search: auto stateful best-first
//
// As spins_inside_beside_server_livelock.c, but the server raises the flag now and then.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void* serve(void* unused) {
  for (;;) atomic_fetch_xor(&flag, 1);
  return unused;
}

static void* wait_and_clear(void* unused) {
  for (;;) {
    while (!atomic_load(&flag)) {
    }
    atomic_store(&flag, 0);
  }
  return unused;
}

int main(void) {
  pthread_t server, client;
  pthread_create(&server, 0, serve, 0);
  pthread_create(&client, 0, wait_and_clear, 0);
  pthread_join(client, 0);
  return 0;
}
