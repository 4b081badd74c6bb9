// primitive: std::mutex
// expect: misuse
// lines: 11
//
// The mutex ends while it is locked.
#include <mutex>

int main() {
  auto* m = new std::mutex;
  m->lock();
  delete m;
}
