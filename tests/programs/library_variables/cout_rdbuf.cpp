// expect: race on std::cout
//
// Output is redirected while another thread prints.
#include <iostream>
#include <sstream>
#include <thread>

int main() {
  std::ostringstream text;
  std::thread t([] { std::cout << "x"; });
  std::streambuf *before = std::cout.rdbuf(text.rdbuf());
  std::cout.rdbuf(before);
  t.join();
}
