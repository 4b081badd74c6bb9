// analyze: verified
#include <mutex>
#include <thread>

std::mutex m;
int* data;

void grow(unsigned long n) {
  std::lock_guard<std::mutex> guard(m);
  try {
    data = new int[n];
  } catch (...) {
    return;
  }
}

int main() {
  std::thread t([] { grow(~0UL >> 4); });
  grow(8);
  grow(8);
  t.join();
}
