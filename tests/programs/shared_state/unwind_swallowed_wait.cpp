// expect: assertion
// lines: 18
// message: rethrown
//
// A wait for a condition is cancelled; the handler for abi::__forced_unwind must rethrow, too.
#include <cxxabi.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready;

void* wait(void*) {
  pthread_mutex_lock(&m);
  try {
    while (!ready) pthread_cond_wait(&c, &m);
  } catch (abi::__forced_unwind&) {
  }
  pthread_mutex_unlock(&m);
  return nullptr;
}

int main() {
  pthread_t t;
  pthread_create(&t, nullptr, wait, nullptr);
  pthread_cancel(t);
  pthread_join(t, nullptr);
}
