// expect: race
// search: dpor best-first
// visible: sync all
//
// Bakery (2,2): whoever wants in takes a number larger than all others and waits for smaller ones. The arrays are safe,
// their elements are plain.
#include "threads.h"

enum { kThreads = 2, kRounds = 2 };

static int wants[kThreads], label[kThreads];
static int counter;

static int comes_before(int other, int me) {
  return wants[other] && (label[other] < label[me] || (label[other] == label[me] && other < me));
}

static void lock(int me) {
  wants[me] = 1;
  int largest = 0;
  for (int i = 0; i < kThreads; i++)
    if (label[i] > largest) largest = label[i];
  label[me] = largest + 1;
  for (int other = 0; other < kThreads; other++)
    while (other != me && comes_before(other, me)) {
    }
}

static void unlock(int me) { wants[me] = 0; }

static void work(int me) {
  for (int i = 0; i < kRounds; i++) {
    lock(me);
    counter = counter + 1;
    unlock(me);
  }
}

int main(void) { run_threads(kThreads); }
