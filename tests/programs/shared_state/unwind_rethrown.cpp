// expect: verified
//
// Handlers that rethrow, and handlers of other exceptions: two threads end at once with results of their own, each through a
// destructor that stops for the other.
#include <cassert>
#include <cxxabi.h>
#include <pthread.h>
#include <stdexcept>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int destroyed;

struct Counted {
  ~Counted() {
    pthread_mutex_lock(&m);
    destroyed++;
    pthread_mutex_unlock(&m);
    try {
      throw std::runtime_error("handled inside");
    } catch (const std::exception&) {
    }
  }
};

void* leave(void* value) {
  Counted c;
  try {
    try {
      pthread_exit(value);
    } catch (const std::exception&) {
      assert(false);
    } catch (...) {
      throw;
    }
  } catch (abi::__forced_unwind&) {
    throw;
  }
}

int main() {
  pthread_t a, b;
  int x, y;
  void *of_a, *of_b;
  pthread_create(&a, nullptr, leave, &x);
  pthread_create(&b, nullptr, leave, &y);
  pthread_join(a, &of_a);
  pthread_join(b, &of_b);
  assert(of_a == &x && of_b == &y && destroyed == 2);
}
