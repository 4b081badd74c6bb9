// expect: memory
// search: stateful best-first
//
// The block of the first round is kept, and used four rounds after it was freed: it must not have been handed out again.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int round_number;
static int* kept;

static void* serve(void* unused) {
  for (;;) {
    int* block = malloc(sizeof *block);
    pthread_mutex_lock(&m);
    round_number = (round_number + 1) % 6;
    if (round_number == 1) kept = block;
    if (round_number == 5) *kept = 1;
    pthread_mutex_unlock(&m);
    free(block);
  }
}

static void* visit(void* unused) {
  pthread_mutex_lock(&m);
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
