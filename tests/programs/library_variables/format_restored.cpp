// expect: verified
//
// What an execution leaves in the stream is not there in the next one.
#include <iostream>
#include <mutex>
#include <thread>

std::mutex m;

int main() {
  auto pass = [] { std::lock_guard guard(m); };
  std::thread t(pass);
  pass();
  t.join();
  if (std::cout.precision() != 6 || std::cin.tie() != &std::cout) return 1;
  std::cout.precision(3);
  std::cin.tie(nullptr);
}
