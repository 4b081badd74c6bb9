// expect: assertion
// input: a
//
// There is something to give back only if the other thread has read.
#include <cassert>
#include <iostream>
#include <thread>

int main() {
  std::thread t([] { std::cin.get(); });
  std::cin.unget();
  t.join();
  assert(!std::cin.bad());
}
