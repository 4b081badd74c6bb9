// expect: race on std::wcout
// lines: 7, 8
#include <iostream>
#include <thread>

int main() {
  std::thread t([] { std::wcout.width(3); });
  std::wcout.width(4);
  t.join();
}
