// primitive: std::shared_mutex
// expect: misuse
// lines: 14
// flags: -std=c++17
//
// A reader wants to become the writer while it still reads: it waits for itself.
#include <shared_mutex>
#include <thread>

static std::shared_mutex m;

int main() {
  m.lock_shared();
  m.lock();
  m.unlock();
  m.unlock_shared();
}
