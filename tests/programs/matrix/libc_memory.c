// expect: verified
// primitive: memcpy
// primitive: memmove
// primitive: memset
// primitive: memcmp
// primitive: memchr
// exit: 0
//
// Each thread works on its own half of an array.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char bytes[32];

static void* worker(void* arg) {
  char* mine = arg;
  memset(mine, 'a', 15);
  mine[15] = 'b';
  memmove(mine + 1, mine, 8);
  char copy[16];
  memcpy(copy, mine, 16);
  assert(memcmp(copy, mine, 16) == 0);
  assert(memchr(mine, 'b', 16) == mine + 15);
  assert(memchr(mine, 'c', 16) == NULL);
  return NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, bytes);
  pthread_create(&two, NULL, worker, bytes + 16);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
