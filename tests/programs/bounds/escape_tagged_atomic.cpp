// expect: race on local
// lines: 17, 27
// visible: sync all
//
// A tagged pointer in an atomic integer, chosen from two by a condition and handed on by value in a structure.
#include <atomic>
#include <cstdint>
#include <thread>

struct Tagged { std::uintptr_t bits; };
std::atomic<std::uintptr_t> shared{0};

void publish(Tagged t) { shared.fetch_add(t.bits, std::memory_order_relaxed); }

void work() {
  std::uintptr_t bits = shared.load(std::memory_order_relaxed);
  if (bits) *reinterpret_cast<int *>(bits & ~std::uintptr_t{1}) = 1;
}

int main(int argc, char **) {
  int local = 0, other = 0;
  std::thread t(work);
  int *p = &local;
  if (argc > 5) p = &other;
  Tagged tagged{reinterpret_cast<std::uintptr_t>(p) | 1};
  publish(tagged);
  local = 2;
  t.join();
  return other;
}
