// expect: verified
#include <iostream>
#include <mutex>
#include <thread>

std::mutex m;

int main() {
  std::ios_base::sync_with_stdio(false);
  auto print = [](int i) {
    std::lock_guard guard(m);
    std::cout << "thread " << i << '\n';
  };
  std::thread t(print, 1);
  print(2);
  t.join();
}
