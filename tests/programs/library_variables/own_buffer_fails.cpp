// expect: assertion
//
// A stream that has failed prints nothing for anybody.
#include <cassert>
#include <iostream>
#include <streambuf>
#include <thread>

thread_local bool asked = false;
struct Buffer : std::streambuf {
  std::streamsize xsputn(const char* text, std::streamsize n) override {
    asked = true;
    return *text == 'x' ? 0 : n;
  }
};

int main() {
  Buffer buffer;
  std::streambuf* before = std::cerr.rdbuf(&buffer);
  std::thread t([] { std::cerr << "x"; });
  std::cerr << "y";
  t.join();
  std::cerr.rdbuf(before);
  assert(asked);
}
