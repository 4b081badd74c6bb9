// expect: race
// search: dpor best-first
// visible: sync all
//
// IteratorTest(EBDeque) (2,2): an array with a null to the left and to the right of what it holds (Herlihy, Luchangco and
// Moir). Each slot is an atomic value with a count of changes. Where the ends are is a hint that may be wrong, and therefore
// plain.
#include <atomic>

#include "threads.h"

constexpr int kThreads = 2, kItems = 2, kRoom = 8;
constexpr unsigned kLeftNull = 1000, kRightNull = 1001;

struct Slot {
  unsigned value, count;
};

static std::atomic<Slot> slot[kRoom];
static int left_hint = kRoom / 2 - 1, right_hint = kRoom / 2;

// Between k - 1 and k the values on the right begin to be null.
static int find_right() {
  int k = right_hint;
  while (slot[k].load().value != kRightNull) k++;
  while (slot[k - 1].load().value == kRightNull) k--;
  return k;
}

static void push_right(unsigned value) {
  for (;;) {
    int k = find_right();
    Slot before = slot[k - 1], here = slot[k];
    if (before.value == kRightNull || here.value != kRightNull) continue;
    if (!slot[k - 1].compare_exchange_strong(before, {before.value, before.count + 1})) continue;
    if (!slot[k].compare_exchange_strong(here, {value, here.count + 1})) continue;
    right_hint = k + 1;
    return;
  }
}

static unsigned sum() {
  unsigned total = 0;
  for (int k = left_hint + 1; k < right_hint; k++) {
    Slot here = slot[k];
    if (here.value < kLeftNull) total += here.value;
  }
  return total;
}

static void work(int me) {
  for (int i = 0; i < kItems; i++) push_right(unsigned(me + 1));
  sum();
}

int main() {
  for (int k = 0; k < kRoom; k++) slot[k] = Slot{k < kRoom / 2 ? kLeftNull : kRightNull, 0};
  run_threads(kThreads);
}
