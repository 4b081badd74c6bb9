// primitive: std::osyncstream
// expect: verified
// flags: -std=c++20
//
// Each thread collects its text and gives it out as a whole.
#include <iostream>
#include <syncstream>
#include <thread>

int main() {
  std::thread other([] { std::osyncstream(std::cout) << "one " << 1 << std::endl; });
  std::osyncstream(std::cout) << "two " << 2 << '\n';
  other.join();
}
