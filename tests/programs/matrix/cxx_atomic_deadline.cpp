// expect: verified
// primitive: std::atomic of 1 and 2 bytes
// exit: 0 1
//
// Looks at a flag until a time has come.
#include <atomic>
#include <chrono>
#include <thread>

int main() {
  std::atomic<bool> flag{false};
  std::thread setter([&] { flag = true; });
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (!flag && std::chrono::steady_clock::now() < end) std::this_thread::yield();
  const bool seen = flag;
  setter.join();
  return seen ? 0 : 1;
}
