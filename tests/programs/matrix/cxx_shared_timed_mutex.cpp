// primitive: std::shared_timed_mutex
// expect: verified
// exit: 0
// flags: -std=c++14
//
// One writes alone, others read together.
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_timed_mutex m;
static int value;

int main() {
  std::thread reader([] {
    m.lock_shared();
    const int seen = value;
    m.unlock_shared();
    (void)seen;
  });
  m.lock();
  value++;
  m.unlock();
  m.lock_shared();
  const int seen = value;
  m.unlock_shared();
  reader.join();
  return seen - 1;
}
