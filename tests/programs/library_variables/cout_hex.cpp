// expect: race on std::cout
// lines: 9, 10
//
// A manipulator is no output: it changes the flags.
#include <iostream>
#include <thread>

int main() {
  std::thread t([] { std::cout << std::hex; });
  std::cout << std::dec;
  t.join();
}
