// expect: inconclusive
// message: changes the state of std::cout
//
// Whether the other buffer is read depends on who is first; that is not explored.
#include <iostream>
#include <streambuf>
#include <thread>

struct One : std::streambuf {
  bool read = false;
  int underflow() override { return read ? EOF : 'x'; }
  int uflow() override { return read ? EOF : (read = true, 'x'); }
};

int main() {
  One one;
  std::thread t([] { std::cout << static_cast<std::streambuf*>(nullptr); });
  std::cout << &one;
  t.join();
}
