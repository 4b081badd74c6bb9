// primitive: std::shared_mutex::try_lock_shared
// expect: verified
// exit: 0 1 2
// flags: -std=c++17
//
// Trying as a reader and as a writer, each may fail.
#include <shared_mutex>
#include <thread>

static std::shared_mutex m;
static int value;

int main() {
  std::thread writer([] {
    if (m.try_lock()) {
      value = 1;
      m.unlock();
    }
  });
  int seen = 2;
  if (m.try_lock_shared()) {
    seen = value;
    m.unlock_shared();
  }
  writer.join();
  return seen;
}
