// expect: misuse
// lines: 17
// message: waits for itself
//
// A std::mutex in the storage of a recursive one: locked twice it waits for itself.
#include <mutex>
#include <new>

alignas(16) char storage[64];

int main() {
  auto* a = new (storage) std::recursive_mutex;
  a->lock();
  a->unlock();
  auto* b = new (storage) std::mutex;
  b->lock();
  b->lock();
}
