// analyze: deadlock
// options: --property deadlock
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

std::mutex m;
std::vector<int> list(3);

int look(unsigned i) {
  m.lock();
  int value = list.at(i);
  m.unlock();
  return value;
}

int main() {
  std::thread t([] {
    try {
      look(7);
    } catch (const std::out_of_range&) {
    }
    look(1);
  });
  t.join();
}
