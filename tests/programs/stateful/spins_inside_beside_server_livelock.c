// expect: livelock
// message: main/2 goes round a loop that it can never leave
// search: auto stateful best-first
//
// One thread works forever, as it is meant to. The other can never leave its inner loop, whatever happens.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag, tick;

static void* serve(void* unused) {
  for (;;) atomic_fetch_xor(&tick, 1);
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
