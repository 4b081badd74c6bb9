// expect: verified
//
// The usual first lines, and one thread at a time.
#include <cassert>
#include <iostream>
#include <thread>

int main() {
  assert(std::ios::sync_with_stdio(false));
  assert(!std::ios::sync_with_stdio(false));
  std::cin.tie(nullptr);
  std::cout << 1;
  std::thread t([] { std::cout << 2 << std::endl; });
  t.join();
  std::cout << "text" << std::flush;
  int number;
  assert(!(std::cin >> number));
}
