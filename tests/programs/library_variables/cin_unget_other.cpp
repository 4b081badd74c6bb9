// expect: assertion
// input: a
#include <cassert>
#include <iostream>
#include <thread>

int main() {
  std::thread t([] { std::cin.get(); });
  std::cin.unget();
  t.join();
  assert(std::cin.bad());
}
