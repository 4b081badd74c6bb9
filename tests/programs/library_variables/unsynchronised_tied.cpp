// expect: race on std::cout
// lines: 10, 11
//
// Who reads from std::cin flushes std::cout, to which it is tied.
#include <iostream>
#include <thread>
int main() {
  char c;
  std::ios::sync_with_stdio(false);
  std::thread t([] { std::cout << 'a'; });
  std::cin.get(c);
  t.join();
}
