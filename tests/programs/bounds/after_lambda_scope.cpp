// expect: memory
// lines: 12
// message: after the end of the lifetime of 'count' (4 bytes
//
// A closure that outlives what it refers to.
#include <functional>
#include <thread>

std::function<void()> counter() {
  int count = 0;
  return [&count] {
    count++;
  };
}

int main() {
  std::thread t([] {
    std::function<void()> add = counter();
    add();
  });
  t.join();
  return 0;
}
