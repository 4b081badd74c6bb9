// primitive: std::lock_guard
// expect: misuse
// lines: 13
//
// Adopts a mutex that it does not own.
#include <mutex>
#include <thread>

static std::mutex m;

int main() {
  std::lock_guard<std::mutex> lock(m, std::adopt_lock);
}
