// expect: race on std::cin
// lines: 7, 8
#include <iostream>
#include <thread>

int main() {
  std::thread t([] { std::cin.tie(nullptr); });
  std::cin.tie(&std::cerr);
  t.join();
}
