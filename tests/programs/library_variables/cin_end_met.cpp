// expect: assertion
//
// Who comes second may find that the end was met: then nothing is stored.
#include <cassert>
#include <iostream>
#include <thread>

int main() {
  long a = -1, b = -1;
  std::cin >> std::noskipws;
  std::thread t([&] { std::cin >> a; });
  std::thread u([&] { std::cin >> b; });
  t.join();
  u.join();
  assert(a == 0 && b == 0);
}
