// primitive: std::recursive_mutex
// expect: misuse
// lines: 15
//
// Unlocked once too often.
#include <mutex>

static std::recursive_mutex m;

int main() {
  m.lock();
  m.lock();
  m.unlock();
  m.unlock();
  m.unlock();
}
