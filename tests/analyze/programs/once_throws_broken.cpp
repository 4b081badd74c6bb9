// analyze: deadlock
// options: --property deadlock
// The exception comes through call_once.
#include <mutex>
#include <thread>

std::mutex m;
std::once_flag flag;

void prepare() {
  m.lock();
  throw 1;
}

int main() {
  std::thread t([] {
    try {
      std::call_once(flag, prepare);
    } catch (int) {
    }
    m.lock();
    m.unlock();
  });
  t.join();
}
