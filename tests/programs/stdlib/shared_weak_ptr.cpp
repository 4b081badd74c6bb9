// expect: verified
//
// std::weak_ptr: either the lock succeeds and keeps the object alive, or it is gone; deleted exactly once.
#include <cassert>
#include <memory>
#include <thread>

static int deleted;

struct Tracked {
  int value = 3;
  ~Tracked() { deleted++; }
};

int main() {
  auto owner = std::make_shared<Tracked>();
  std::weak_ptr<Tracked> watcher = owner;
  std::thread other([watcher] {
    if (std::shared_ptr<Tracked> held = watcher.lock()) assert(held->value == 3);
  });
  owner.reset();
  other.join();
  assert(watcher.expired());
  return deleted - 1;
}
