// expect: race on std::cout
// lines: 7, 8
#include <iostream>
#include <thread>

int main() {
  std::thread t([] { std::cout.width(3); });
  std::cout.width(4);
  t.join();
}
