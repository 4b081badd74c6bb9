// expect: verified
// input: a
// search: dpor optimal
//
// As cin_words.cpp, into arrays.
#include <cassert>
#include <cstring>
#include <iostream>
#include <thread>

int main() {
  char a[4] = "?", b[4] = "?";
  std::cin >> std::noskipws;
  std::thread t([&] { std::cin >> a; });
  std::cin >> b;
  t.join();
  assert(std::strcmp(a, "a") == 0 || std::strcmp(b, "a") == 0);
}
