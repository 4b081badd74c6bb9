// expect: misuse
// message: shared lock of a std::shared_mutex that this thread already holds
// flags: -std=c++17
// lines: 12
//
#include <shared_mutex>

int main() {
  std::shared_mutex m;
  m.lock_shared();
  // [thread.sharedmutex.requirements]: the calling thread has no ownership of the mutex.
  m.lock_shared();
}
