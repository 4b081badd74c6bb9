// analyze: deadlock
// options: --property deadlock
#include <mutex>
#include <thread>

std::mutex m;
int* data;

void grow(unsigned long n) {
  m.lock();
  try {
    data = new int[n];
  } catch (...) {
    return;  // with the lock
  }
  m.unlock();
}

int main() {
  std::thread t([] { grow(~0UL >> 4); });
  grow(8);
  grow(8);
  t.join();
}
