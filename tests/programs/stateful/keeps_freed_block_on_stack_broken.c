// expect: memory
// search: stateful best-first
//
// As keeps_freed_block_broken.c. The only pointer is a local variable of another thread, which waits.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int round_number;
static int* shown;

static void* serve(void* unused) {
  for (;;) {
    int* block = malloc(sizeof *block);
    pthread_mutex_lock(&m);
    round_number = (round_number + 1) % 6;
    shown = round_number == 1 ? block : 0;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    shown = 0;
    pthread_mutex_unlock(&m);
    free(block);
  }
}

static void* visit(void* unused) {
  pthread_mutex_lock(&m);
  int* seen = shown;
  pthread_mutex_unlock(&m);
  if (!seen) return 0;
  pthread_mutex_lock(&m);
  if (round_number == 5) *seen = 1;
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t server, visitor;
  pthread_create(&server, 0, serve, 0);
  pthread_create(&visitor, 0, visit, 0);
  pthread_join(visitor, 0);
  pthread_join(server, 0);
}
