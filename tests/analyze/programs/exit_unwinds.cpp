// analyze: verified
// The end of the thread runs the destructors on its stack.
#include <pthread.h>

#include <mutex>

std::mutex m;
int x;

void leave() { pthread_exit(nullptr); }

void* worker(void*) {
  std::lock_guard<std::mutex> guard(m);
  ++x;
  leave();
  return nullptr;
}

int main() {
  pthread_t t;
  pthread_create(&t, nullptr, worker, nullptr);
  {
    std::lock_guard<std::mutex> guard(m);
    ++x;
  }
  pthread_join(t, nullptr);
}
