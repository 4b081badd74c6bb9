// primitive: std::mutex
// expect: misuse
// lines: 12
//
// The owner locks it again.
#include <mutex>

static std::mutex m;

int main() {
  m.lock();
  m.lock();
}
