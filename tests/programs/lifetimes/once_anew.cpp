// expect: verified
// flags: -std=c++17
//
// A new std::once_flag in the storage of an old one (the destructor is trivial, nobody calls it) runs its function again:
// in an optional, by placement new, and with two threads that meet at each of them.
#include <cassert>
#include <mutex>
#include <new>
#include <optional>
#include <thread>

std::optional<std::once_flag> shared;
alignas(std::once_flag) char storage[sizeof(std::once_flag)];
int n, placed;

void enter() {
  std::call_once(*shared, [] { n++; });
}

int main() {
  for (int i = 0; i < 2; i++) {
    auto* flag = new (storage) std::once_flag;
    std::call_once(*flag, [] { placed++; });
    std::call_once(*flag, [] { placed++; });
    shared.emplace();
    std::thread t(enter);
    enter();
    t.join();
  }
  assert(n == 2 && placed == 2);
}
