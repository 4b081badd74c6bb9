// expect: exit
// lines: 17
// flags: -std=c++20
//
// Destructors run between the return and the end; the line is that of the return.
#include <mutex>
#include <thread>

std::mutex m;

int main() {
  int shared = 0;
  std::unique_lock<std::mutex> outer(m, std::defer_lock);
  std::jthread t([&] { std::lock_guard<std::mutex> l(m); shared = 1; });
  {
    std::lock_guard<std::mutex> l(m);
    if (shared == 1) return 4;
  }
  return 0;
}
