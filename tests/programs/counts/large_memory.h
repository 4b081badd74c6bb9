// Three threads, each with a critical section in a shallow and one in a deep frame, in a program whose memory is too
// large to be copied at each step: globals, heap blocks and stacks of several pages each. Whoever is in a section writes
// its number into the next page, so that at the end the memory must tell the order of the sections, and nothing else.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { kThreads = 3, kRounds = 2, kTurns = kThreads * kRounds, kPage = 4096 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned char pages[16][kPage];
static unsigned char order[kTurns];
static int turns;
static unsigned char* blocks[kThreads];

static void section(int self) {
  pthread_mutex_lock(&lock);
  order[turns] = (unsigned char)(self + 1);
  pages[turns][100 * turns] = (unsigned char)(self + 1);
  blocks[self][kPage * turns + 7]++;
  turns++;
  pthread_mutex_unlock(&lock);
}

static __attribute__((noinline)) void deep_section(int self) {
  unsigned char locals[3 * kPage];
  memset(locals, self + 1, sizeof locals);
  section(self);
  for (unsigned i = 0; i < sizeof locals; i += 64) assert(locals[i] == self + 1);
}

static void* work(void* number) {
  const int self = (int)(long)number;
  int rounds = 0;
  section(self);
  rounds++;
  deep_section(self);
  rounds++;
  assert(rounds == kRounds);
  return 0;
}

static void check_memory(void) {
  assert(turns == kTurns);
  for (int page = 0; page < 16; page++)
    for (int i = 0; i < kPage; i += 4)
      assert(pages[page][i] == (page < kTurns && i == 100 * page ? order[page] : 0));
  for (int thread = 0; thread < kThreads; thread++)
    for (int turn = 0; turn < 16; turn++)
      assert(blocks[thread][kPage * turn + 7] == (turn < kTurns && order[turn] == thread + 1));
}

static void run(void) {
  pthread_t threads[kThreads];
  for (int i = 0; i < kThreads; i++) blocks[i] = calloc(16, kPage);
  for (long i = 0; i < kThreads; i++) pthread_create(&threads[i], 0, work, (void*)i);
  for (int i = 0; i < kThreads; i++) pthread_join(threads[i], 0);
  check_memory();
}
