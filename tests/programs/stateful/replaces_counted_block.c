// expect: verified
// search: auto stateful best-first
//
// A worker puts one counted block in the place of another until it is told to stop; main takes one out, and may come too late
// many times. That is bad luck, no livelock: alone the worker would go on in the same way, whatever main still points to.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

typedef struct {
  atomic_int owners;
} Block;

static atomic_int quit;
static _Atomic(Block*) current;

static void give_up(Block* block) {
  if (block != NULL && atomic_fetch_sub(&block->owners, 1) == 1) free(block);
}

static void* worker(void* unused) {
  while (!atomic_load(&quit)) {
    Block* fresh = malloc(sizeof *fresh);
    atomic_init(&fresh->owners, 1);
    give_up(atomic_exchange(&current, fresh));
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  Block* taken = atomic_load(&current);
  while (!atomic_compare_exchange_strong(&current, &taken, NULL)) continue;
  give_up(taken);
  atomic_store(&quit, 1);
  pthread_join(thread, NULL);
  return 0;
}
