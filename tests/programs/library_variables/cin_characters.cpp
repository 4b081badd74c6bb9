// expect: verified
// input: abc
#include <cassert>
#include <iostream>
#include <thread>

int main() {
  char a = 0, b[2] = {};
  std::cin >> std::noskipws;
  std::thread t([&] { std::cin >> a; });
  std::cin.get(b, 2);
  t.join();
  assert(a != 0 && b[0] != 0 && b[1] == 0);
}
