// kThreads threads allocate a block for an inode each; from fourteen on, pairs of them want the same block first.
#include <pthread.h>

enum { kBlocks = 26, kInodes = 32 };
static pthread_mutex_t inode_lock[kInodes], block_lock[kBlocks];
static int inode[kInodes], busy[kBlocks], id[kThreads];

static void* worker(void* arg) {
  int i = *(int*)arg % kInodes;
  pthread_mutex_lock(&inode_lock[i]);
  if (inode[i] == 0) {
    for (int b = (i * 2) % kBlocks;; b = (b + 1) % kBlocks) {
      pthread_mutex_lock(&block_lock[b]);
      int got = !busy[b];
      if (got) {
        busy[b] = 1;
        inode[i] = b + 1;
      }
      pthread_mutex_unlock(&block_lock[b]);
      if (got) break;
    }
  }
  pthread_mutex_unlock(&inode_lock[i]);
  return NULL;
}

int main(void) {
  pthread_t t[kThreads];
  for (int i = 0; i < kInodes; i++) pthread_mutex_init(&inode_lock[i], NULL);
  for (int i = 0; i < kBlocks; i++) pthread_mutex_init(&block_lock[i], NULL);
  for (int i = 0; i < kThreads; i++) {
    id[i] = i;
    pthread_create(&t[i], NULL, worker, &id[i]);
  }
  for (int i = 0; i < kThreads; i++) pthread_join(t[i], NULL);
  return 0;
}
