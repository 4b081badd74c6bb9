// expect: verified
// flags: -std=c++17
//
// Recursive mutexes in the storage of plain ones, whose destructor is trivial, and the other way round.
#include <cassert>
#include <mutex>
#include <new>
#include <variant>

alignas(16) char storage[64];
std::variant<std::mutex, std::recursive_mutex> either;

template <class M>
void nest(M& m) {
  m.lock();
  assert(m.try_lock());
  m.unlock();
  m.unlock();
}
void once(std::mutex& m) {
  m.lock();
  m.unlock();
}

int main() {
  for (int i = 0; i < 2; i++) {
    once(*new (storage) std::mutex);
    nest(*new (storage) std::recursive_mutex);
    once(either.emplace<std::mutex>());
    nest(either.emplace<std::recursive_mutex>());
  }
}
