// expect: race
// search: dpor best-first
// visible: sync all
//
// Bakery (2,2): whoever wants in takes a number larger than all others and waits for smaller ones. The references to the
// arrays are volatile, the elements are not.
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "threads.h"

enum { kThreads = 2, kCount = 2, kEach = kCount / kThreads };

struct Label {
  int number, id;
};
struct Bakery {
  _Atomic(bool *) flag;
  _Atomic(struct Label **) label;
};
static struct Bakery *lock;
static int counter;

static pthread_mutex_t ids = PTHREAD_MUTEX_INITIALIZER;
static atomic_int next_id;
static _Thread_local int my_id = -1;

// Numbers in the order in which threads ask for one.
static int id(void) {
  if (my_id < 0) {
    pthread_mutex_lock(&ids);
    my_id = next_id++;
    pthread_mutex_unlock(&ids);
  }
  return my_id;
}

static struct Label *new_label(int number) {
  struct Label *label = malloc(sizeof *label);
  label->number = number;
  label->id = id();
  return label;
}

static int largest(struct Label **label) {
  int most = 0;
  for (int i = 0; i < kThreads; i++)
    if (label[i]->number > most) most = label[i]->number;
  return most;
}

static bool comes_before(const struct Label *a, const struct Label *b) {
  return a->number < b->number || (a->number == b->number && a->id < b->id);
}

static bool conflict(struct Bakery *b, int me) {
  for (int i = 0; i < kThreads; i++)
    if (i != me && b->flag[i] && comes_before(b->label[i], b->label[me])) return true;
  return false;
}

static void take(struct Bakery *b) {
  int me = id();
  b->flag[me] = true;
  int most = largest(b->label);
  b->label[me] = new_label(most + 1);
  while (conflict(b, me)) {
  }
}

static void give_back(struct Bakery *b) { b->flag[id()] = false; }

static void work(int unused) {
  (void)unused;
  for (int i = 0; i < kEach; i++) {
    take(lock);
    counter = counter + 1;
    give_back(lock);
  }
}

int main(void) {
  static bool flag[kThreads];
  static struct Label first[kThreads], *label[kThreads];
  static struct Bakery bakery;
  for (int i = 0; i < kThreads; i++) label[i] = &first[i];
  bakery.flag = flag;
  bakery.label = label;
  lock = &bakery;
  run_threads(kThreads);
}
