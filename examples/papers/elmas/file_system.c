// expect: verified
// search: dpor optimal stateful
// executions(dpor): 1
// executions(optimal): 1
// executions(stateful): 1
//
// Elmas, Qadeer and Tasiran 2006, section 7, FileSystem (from Flanagan and Godefroid 2005): each thread allocates a
// free block for its inode, under a lock for each inode and one for each block. Any thread may come to any block, but
// thirteen of them do not meet: one interleaving.
#include <assert.h>
#include <pthread.h>

enum { kThreads = 13, kInodes = 32, kBlocks = 26 };
static pthread_mutex_t inode_lock[kInodes], block_lock[kBlocks];
static int inode[kInodes];  // the number of its block + 1; 0: none. Under inode_lock
static int busy[kBlocks];   // under block_lock

static void* create_file(void* number) {
  int i = (int)(long)number % kInodes;
  pthread_mutex_lock(&inode_lock[i]);
  for (int b = (i * 2) % kBlocks; inode[i] == 0; b = (b + 1) % kBlocks) {
    pthread_mutex_lock(&block_lock[b]);
    if (!busy[b]) {
      busy[b] = 1;
      inode[i] = b + 1;
    }
    pthread_mutex_unlock(&block_lock[b]);
  }
  pthread_mutex_unlock(&inode_lock[i]);
  return 0;
}

int main(void) {
  pthread_t threads[kThreads];
  for (int i = 0; i < kInodes; i++) pthread_mutex_init(&inode_lock[i], 0);
  for (int b = 0; b < kBlocks; b++) pthread_mutex_init(&block_lock[b], 0);
  for (long i = 0; i < kThreads; i++) pthread_create(&threads[i], 0, create_file, (void*)i);
  for (int i = 0; i < kThreads; i++) pthread_join(threads[i], 0);
  for (int i = 0; i < kThreads; i++)  // each has a block, and one of its own
    for (int k = 0; k <= i; k++) assert(inode[i] != 0 && (inode[i] != inode[k] || i == k));
  return 0;
}
