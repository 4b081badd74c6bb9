// expect: verified
//
// The standard streams may be used by several threads at once.
#include <iostream>
#include <thread>

int main() {
  std::cout << "main " << 1 << '\n';
  std::thread other([] { std::cout << "other " << 2.5 << '\n'; });
  std::cout << "main " << 3 << std::endl;
  other.join();
  return std::cout.good() ? 0 : 1;
}
