// expect: verified
#include <cassert>
#include <iostream>
#include <string>
#include <thread>

int main() {
  std::string a = "a", b = "b";
  std::thread t([&] { std::getline(std::cin, a); });
  std::getline(std::cin, b);
  t.join();
  assert(a.empty() || b.empty());
}
