// expect: race
// lines: 10, 11
// input: a
//
// A buffer is no stream: for its functions nothing is promised.
#include <iostream>
#include <thread>

int main() {
  std::thread t([] { std::cin.rdbuf()->sgetc(); });
  std::cin.get();
  t.join();
}
