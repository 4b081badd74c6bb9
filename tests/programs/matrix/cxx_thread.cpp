// primitive: std::thread
// expect: verified
//
// Creation orders what came before it, join what the thread did.
#include <cassert>
#include <thread>

static int before, inside;

int main() {
  before = 1;
  std::thread worker([](int more) { inside = before + more; }, 2);
  assert(worker.joinable());
  worker.join();
  assert(!worker.joinable());
  return inside - 3;
}
