// expect: verified
// search: pruning
// executions(pruning): 1
//
// Wang et al. 2008, table 1, bzip2smp: a file is compressed by blocks, each by one of THREADS threads, and put together
// when all are done. The threads count the blocks and the bytes that they have made under a lock. The compressor itself
// is a small one of ours (move to front, then lengths of runs).
#include <assert.h>
#include <pthread.h>
#include <string.h>

#ifndef THREADS
#define THREADS 4
#endif
#ifndef BLOCKS
#define BLOCKS (2 * THREADS)
#endif
#define BLOCK 16

struct Block {
  unsigned char content[BLOCK], packed[2 * BLOCK];
  int size;  // of what is packed
};

static struct Block blocks[BLOCKS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int blocks_done, bytes_made;
static int numbers[THREADS];

static int move_to_front(unsigned char* order, int at) {
  unsigned char c = order[at];
  memmove(order + 1, order, (size_t)at);
  order[0] = c;
  return c;
}

static void pack(struct Block* b) {
  unsigned char order[256];
  int size = 0;
  for (int i = 0; i < 256; ++i) order[i] = (unsigned char)i;
  for (int i = 0; i < BLOCK;) {
    int at = 0, run = 1;
    while (order[at] != b->content[i]) ++at;
    while (i + run < BLOCK && b->content[i + run] == b->content[i]) ++run;
    b->packed[size++] = (unsigned char)at;
    b->packed[size++] = (unsigned char)run;
    move_to_front(order, at);
    i += run;
  }
  b->size = size;
}

static int unpack(const struct Block* b, unsigned char* into) {
  unsigned char order[256];
  int size = 0;
  for (int i = 0; i < 256; ++i) order[i] = (unsigned char)i;
  for (int i = 0; i < b->size; i += 2) {
    int c = move_to_front(order, b->packed[i]);
    for (int n = 0; n < b->packed[i + 1]; ++n) into[size++] = (unsigned char)c;
  }
  return size;
}

static void* compress(void* number) {
  for (int i = *(int*)number; i < BLOCKS; i += THREADS) {
    pack(&blocks[i]);
    pthread_mutex_lock(&lock);
    blocks_done++;
    bytes_made += blocks[i].size;
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  int size = 0;
  for (int i = 0; i < BLOCKS * BLOCK; ++i) blocks[i / BLOCK].content[i % BLOCK] = (unsigned char)('a' + i / 3 % 4);
  for (int i = 0; i < THREADS; ++i) {
    numbers[i] = i;
    pthread_create(&threads[i], NULL, compress, &numbers[i]);
  }
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], NULL);
  for (int i = 0; i < BLOCKS; ++i) {
    unsigned char again[BLOCK];
    assert(unpack(&blocks[i], again) == BLOCK && memcmp(again, blocks[i].content, BLOCK) == 0);
    size += blocks[i].size;
  }
  assert(blocks_done == BLOCKS && bytes_made == size);
  return 0;
}
