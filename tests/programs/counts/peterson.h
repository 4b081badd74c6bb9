// Peterson's lock, taken ROUNDS times by each of two threads. The numbers are those of checkers that take `assume` for
// the loop.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn;
static int count;

static void take_turn(int self) {
  const int other = 1 - self;
  atomic_store(&wants[self], 1);
  atomic_store(&turn, other);
  while (atomic_load(&wants[other]) && atomic_load(&turn) == other)
    ;
  count++;
  atomic_store(&wants[self], 0);
}

static void *worker(void *number) {
  for (int i = 0; i < ROUNDS; ++i) take_turn(*(int *)number);
  return number;
}

int main(void) {
  static int numbers[2] = {0, 1};
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, worker, &numbers[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  return count == 2 * ROUNDS ? 0 : 1;
}
