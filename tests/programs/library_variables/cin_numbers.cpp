// expect: assertion
// input: 1 2
//
// The characters of two numbers may be mixed.
#include <cassert>
#include <iostream>
#include <thread>

int main() {
  int a = -1, b = -1;
  std::thread t([&] { std::cin >> a; });
  std::cin >> b;
  t.join();
  assert((a == 1 && b == 2) || (a == 2 && b == 1));
}
