// expect: race on std::clog
// lines: 7, 8
#include <iostream>
#include <thread>

int main() {
  std::thread t([] { std::clog.fill('x'); });
  std::clog.fill('y');
  t.join();
}
