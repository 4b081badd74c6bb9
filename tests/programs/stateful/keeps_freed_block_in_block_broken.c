// expect: memory
// search: stateful best-first
//
// As keeps_freed_block_broken.c. The pointer lies in another block, with a flag in its lowest bit and not where pointers do.
#include <stdint.h>
#include <string.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int round_number;
static char* record;

static void* serve(void* unused) {
  for (;;) {
    int* block = malloc(sizeof *block);
    pthread_mutex_lock(&m);
    round_number = (round_number + 1) % 6;
    if (round_number == 1) {
      uintptr_t marked = (uintptr_t)block | 1;
      memcpy(record + 3, &marked, sizeof marked);
    }
    if (round_number == 5) {
      uintptr_t marked;
      memcpy(&marked, record + 3, sizeof marked);
      *(int*)(marked - 1) = 1;
    }
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
  record = malloc(16);
  pthread_create(&server, 0, serve, 0);
  pthread_create(&visitor, 0, visit, 0);
  pthread_join(visitor, 0);
  pthread_join(server, 0);
}
