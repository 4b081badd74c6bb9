// expect: verified
// input: ab
#include <cassert>
#include <iostream>
#include <thread>

int main() {
  char a = 0;
  std::thread t([&] { std::cin.get(a); });
  std::cin.ignore();
  t.join();
  assert(a == 'a' || a == 'b');
  assert(std::cin.peek() == EOF && std::cin.eof() && !std::cin.fail());
}
