// expect: verified
// input: 1 2
#include <cassert>
#include <iostream>
#include <mutex>
#include <thread>

std::mutex m;

int main() {
  int a = -1, b = -1;
  auto read = [](int& number) {
    std::lock_guard guard(m);
    std::cin >> number;
  };
  std::thread t(read, std::ref(a));
  read(b);
  t.join();
  assert((a == 1 && b == 2) || (a == 2 && b == 1));
}
