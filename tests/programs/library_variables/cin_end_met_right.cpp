// expect: verified
//
// Whoever meets the end stores zero.
#include <cassert>
#include <iostream>
#include <thread>

int main() {
  long a = -1, b = -1;
  std::cin >> std::noskipws;
  std::thread t([&] { std::cin >> a; });
  std::cin >> b;
  t.join();
  assert(a == 0 || b == 0);
  assert(std::cin.eof() && std::cin.fail());
}
