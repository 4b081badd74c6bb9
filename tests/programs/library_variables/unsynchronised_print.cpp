// expect: race on std::cout
// lines: 9, 10
//
// Only synchronised streams may be shared.
#include <iostream>
#include <thread>
int main() {
  std::ios::sync_with_stdio(false);
  std::thread t([] { std::cout << 1; });
  std::cout << 2;
  t.join();
}
