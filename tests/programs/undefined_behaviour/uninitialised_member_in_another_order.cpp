// expect: verified
// assumes: uninitialised memory reads as zero
//
// A member that the constructor forgets, and that is looked at only where its object comes second.
#include <pthread.h>

#include <cassert>

struct Box {
  explicit Box(int number) : number(number) {}
  int number;
  int spare;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int turns;

static void* look(void* argument) {
  const Box* box = static_cast<Box*>(argument);
  pthread_mutex_lock(&m);
  if (++turns == 2 && box->number == 1) assert(box->spare == 0);
  pthread_mutex_unlock(&m);
  return nullptr;
}

int main() {
  Box one(1), two(2);
  pthread_t a, b;
  pthread_create(&a, nullptr, look, &one);
  pthread_create(&b, nullptr, look, &two);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
  return 0;
}
