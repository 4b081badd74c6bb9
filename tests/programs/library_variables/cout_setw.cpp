// expect: race on std::cout
//
// setw sets the width, and output resets it: neither may happen beside the other.
#include <iomanip>
#include <iostream>
#include <thread>

int main() {
  std::thread t([] { std::cout << std::setw(4) << 1 << '\n'; });
  std::cout << std::setw(4) << 2 << '\n';
  t.join();
}
