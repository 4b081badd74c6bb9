// expect: verified
// search: dpor pruning
// flags: -lbz2
// executions(pruning): 1
//
// Wang et al. 2008, table 1, bzip2smp: a file is compressed by blocks, each by one of THREADS threads with libbz2, and put
// together when all are done. The threads count the blocks and the bytes that they have made under a lock; which blocks
// are whose is settled in advance. (Each order of the counting is a trace of its own, so dpor has to go through
// (2 THREADS)! / 2^THREADS of them where a thread has two blocks: here a thread has one.)
#include <assert.h>
#include <bzlib.h>
#include <pthread.h>
#include <string.h>

#ifndef THREADS
#define THREADS 4
#endif
#ifndef BLOCKS
#define BLOCKS THREADS
#endif
#define BLOCK 64
#define ROOM (BLOCK + BLOCK / 100 + 600)  // as the manual of the library asks for

struct Block {
  char content[BLOCK], packed[ROOM];
  unsigned size;  // of what is packed
};

static struct Block blocks[BLOCKS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned blocks_done, bytes_made;
static int numbers[THREADS];

static void* compress_blocks(void* number) {
  for (int i = *(int*)number; i < BLOCKS; i += THREADS) {
    struct Block* b = &blocks[i];
    b->size = ROOM;
    int status = BZ2_bzBuffToBuffCompress(b->packed, &b->size, b->content, BLOCK, 1, 0, 0);
    assert(status == BZ_OK);
    pthread_mutex_lock(&lock);
    blocks_done++;
    bytes_made += b->size;
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  unsigned size = 0;
  for (int i = 0; i < BLOCKS * BLOCK; ++i) blocks[i / BLOCK].content[i % BLOCK] = (char)('a' + i / 3 % 4);
  for (int i = 0; i < THREADS; ++i) {
    numbers[i] = i;
    pthread_create(&threads[i], NULL, compress_blocks, &numbers[i]);
  }
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], NULL);
  for (int i = 0; i < BLOCKS; ++i) size += blocks[i].size;
  assert(blocks_done == BLOCKS && bytes_made == size);
  char again[BLOCK];
  unsigned length = BLOCK;
  int status = BZ2_bzBuffToBuffDecompress(again, &length, blocks[0].packed, blocks[0].size, 0, 0);
  assert(status == BZ_OK && length == BLOCK && memcmp(again, blocks[0].content, BLOCK) == 0);
  return 0;
}
