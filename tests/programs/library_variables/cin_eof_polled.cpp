// expect: race on std::cin
// lines: 12, 16
//
// eof() is no input function: nothing is promised for it beside one. Not a livelock.
#include <iostream>
#include <sched.h>
#include <thread>

int main() {
  std::thread t([] {
    int number;
    std::cin >> number;
  });
  while (true) {
    sched_yield();
    if (std::cin.eof()) break;
  }
  t.join();
}
