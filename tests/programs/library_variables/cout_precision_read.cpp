// expect: race on std::cout
// lines: 9, 10
//
// What main finds depends on the other thread.
#include <cassert>
#include <iostream>
#include <thread>
int main() {
  std::thread t([] { std::cout.precision(3); });
  assert(std::cout.precision() == 6);
  t.join();
}
