// expect: race on std::cout
// lines: 9, 10
//
// Only native code reads the precision.
#include <iostream>
#include <thread>

int main() {
  std::thread t([] { std::cout << 1.5; });
  std::cout.precision(3);
  t.join();
}
