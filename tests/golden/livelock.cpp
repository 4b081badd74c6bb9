#include <atomic>
#include <mutex>
#include <thread>
std::atomic<int> turn{0};
std::atomic<bool> done{false};
int main() {
  std::thread t([] {
    while (turn.load() != 1) std::this_thread::yield();
    done = true;
  });
  while (!done) {
  }
  turn = 1;
  t.join();
}
