// expect: verified
//
// Every use of the stream under one mutex; and the next finds the format as it was left.
#include <cassert>
#include <iomanip>
#include <iostream>
#include <mutex>
#include <thread>

std::mutex m;

void print(int i) {
  std::lock_guard guard(m);
  assert((std::cout.flags() & std::ios::basefield) == std::ios::dec && std::cout.width() == 0);
  std::cout << std::hex << std::setw(4) << i << std::dec << std::setfill('x') << std::endl;
}

int main() {
  std::thread t(print, 1);
  print(2);
  t.join();
}
