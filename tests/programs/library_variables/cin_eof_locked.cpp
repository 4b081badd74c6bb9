// expect: verified
//
// A loop that waits, under a mutex, for the state of std::cin.
#include <iostream>
#include <mutex>
#include <thread>

std::mutex m;

int main() {
  std::thread t([] {
    std::lock_guard guard(m);
    int number;
    std::cin >> number;
  });
  for (bool ended = false; !ended;) {
    std::lock_guard guard(m);
    ended = std::cin.eof();
  }
  t.join();
}
