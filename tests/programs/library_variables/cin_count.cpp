// expect: assertion
// input: abc
//
// The number of characters is that of the function that ended last.
#include <cassert>
#include <iostream>
#include <thread>

int main() {
  char two[2];
  std::thread t([] { std::cin.get(); });
  std::cin.read(two, 2);
  t.join();
  assert(std::cin.gcount() == 2);
}
