// expect: verified
// search: dpor optimal stateful
// executions(dpor): 1
// executions(optimal): 1
// executions(stateful): 1
//
// Elmas, Qadeer and Tasiran 2006, section 7, Indexer (from Flanagan and Godefroid 2005): threads enter words into one
// hash table by compare-exchange. All of them may use every slot, but the words of eleven threads hash to different
// ones: each slot is used by one thread alone, and the search is through after one interleaving.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { kThreads = 11, kWords = 4, kSize = 128 };
static atomic_int table[kSize];

static int word(int thread, int n) { return n * 11 + thread; }
static int hash(int w) { return (w * 7) % kSize; }

static void* index_words(void* number) {
  for (int n = 1; n <= kWords; n++) {
    int w = word((int)(long)number, n), h = hash(w);
    for (int empty = 0; !atomic_compare_exchange_strong(&table[h], &empty, w); empty = 0) h = (h + 1) % kSize;
  }
  return 0;
}

int main(void) {
  pthread_t threads[kThreads];
  for (long i = 0; i < kThreads; i++) pthread_create(&threads[i], 0, index_words, (void*)i);
  for (int i = 0; i < kThreads; i++) pthread_join(threads[i], 0);
  int sum = 0;  // of what is missing: every word that a thread has entered has a slot of its own
  for (int i = 0; i < kThreads; i++)
    for (int n = 1; n <= kWords; n++) sum += word(i, n);
  for (int h = 0; h < kSize; h++) sum -= table[h];
  assert(sum == 0);
  return 0;
}
