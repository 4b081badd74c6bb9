// expect: race on std::cout
// lines: 9, 10
//
// The number is formatted by the flags that the other one changes.
#include <iostream>
#include <thread>

int main() {
  std::thread t([] { std::cout << 42; });
  std::cout.setf(std::ios::hex, std::ios::basefield);
  t.join();
}
