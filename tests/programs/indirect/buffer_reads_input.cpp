// expect: assertion
// search: dfs dpor selective invisible-first composed
//
// A virtual function inside the library that reads standard input, which is empty: main may see the end of it before.
#include <atomic>
#include <cassert>
#include <cstdio>
#include <iostream>
#include <thread>

static std::atomic<int> z;

int main() {
  std::streambuf* buffer = std::cin.rdbuf();
  std::thread t([buffer] {
    z = 1;
    buffer->sbumpc();
  });
  const int at_end = std::feof(stdin);
  t.join();
  assert(!at_end);
}
