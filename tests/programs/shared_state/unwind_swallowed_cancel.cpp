// expect: assertion
// message: rethrown
//
// The same with a cancellation, which the handler may be too early for; the loop goes on after it.
#include <pthread.h>
#include <unistd.h>

void* work(void*) {
  for (;;) {
    try {
      usleep(100);
    } catch (...) {
    }
  }
}

int main() {
  pthread_t t;
  pthread_create(&t, nullptr, work, nullptr);
  pthread_cancel(t);
  pthread_join(t, nullptr);
}
