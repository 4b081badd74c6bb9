// expect: race on std::cin
// lines: 7, 8
#include <iostream>
#include <thread>

int main() {
  std::thread t([] { std::cin.exceptions(std::ios::badbit); });
  std::cin.clear();
  t.join();
}
