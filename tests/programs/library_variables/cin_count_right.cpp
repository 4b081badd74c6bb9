// expect: verified
// input: abc
//
// None of them takes the other's number for its own.
#include <cassert>
#include <iostream>
#include <thread>

int main() {
  char one = 0, two[2];
  std::thread t([&] { std::cin.get(one); });
  std::cin.read(two, 2);
  t.join();
  assert(std::cin.good());
  assert(std::cin.gcount() == 1 || std::cin.gcount() == 2);
  assert(one == 'a' ? two[0] == 'b' && two[1] == 'c' : two[0] == 'a' && two[1] == (one == 'b' ? 'c' : 'b'));
}
