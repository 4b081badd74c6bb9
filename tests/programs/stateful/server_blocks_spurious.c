// expect: verified
// exit: never
// flags: --spurious-wakeups
// search: stateful best-first
//
// As server_blocks.c. That the server may wake for no reason, and look, and wait again, is no spinning.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int requests;
static atomic_int tick;

static void* serve(void* unused) {
  for (;;) {
    pthread_mutex_lock(&lock);
    while (requests == 0) pthread_cond_wait(&changed, &lock);
    requests--;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

static void* ask(void* unused) {
  pthread_mutex_lock(&lock);
  requests++;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t server, client;
  pthread_create(&server, 0, serve, 0);
  pthread_create(&client, 0, ask, 0);
  for (;;) atomic_fetch_xor(&tick, 1);
}
