// expect: verified
#include <cassert>
#include <iostream>
#include <streambuf>
#include <thread>

thread_local int printed = 0;
struct Buffer : std::streambuf {
  int overflow(int c) override { return printed++, c; }
  std::streamsize xsputn(const char*, std::streamsize n) override { return printed += static_cast<int>(n), n; }
};

int main() {
  Buffer buffer;
  std::streambuf* before = std::cout.rdbuf(&buffer);
  std::cout.width(3);
  int of_other = 0;
  std::thread t([&] {
    std::cout << "x";
    of_other = printed;
  });
  std::cout << "y";
  t.join();
  std::cout.rdbuf(before);
  assert(of_other == 3 || printed == 3);
  assert(std::cout.width() == 0);
}
