// expect: verified
// input: a
// search: dpor optimal
//
// Both may look at the character before one of them takes it; but one gets it, and nobody gets more.
#include <cassert>
#include <iostream>
#include <string>
#include <thread>

int main() {
  std::string a, b;
  std::cin >> std::noskipws;
  std::thread t([&] { std::cin >> a; });
  std::cin >> b;
  t.join();
  assert(a == "a" || b == "a");
  assert(a.size() <= 1 && b.size() <= 1);
}
