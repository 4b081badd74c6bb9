// expect: misuse
// primitive: std::shared_mutex
//
// The scope of the mutex ends while it is read-locked.
#include <shared_mutex>
#include <thread>

int main() {
  int value = 0;
  std::thread one([&] {
    std::shared_mutex m;
    m.lock_shared();
    value = 1;
  });
  one.join();
  return value - 1;
}
