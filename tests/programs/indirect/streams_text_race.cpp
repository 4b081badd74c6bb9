// expect: race
// lines: 12, 13
//
// A buffer of the library reads the text.
#include <iostream>
#include <thread>

static char text[8] = "abcdef";

int main() {
  std::streambuf* const buffer = std::cout.rdbuf();
  std::thread t([] { text[1] = 'x'; });
  buffer->sputn(text, 6);
  t.join();
}
