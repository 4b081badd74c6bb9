// expect: race on std::cout
// lines: 7, 8
#include <iostream>
#include <thread>
int main() {
  std::ios::sync_with_stdio(false);
  std::thread t([] { std::cout.put('a'); });
  std::cout.flush();
  t.join();
}
