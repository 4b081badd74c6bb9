// analyze: deadlock
// options: --property deadlock
#include <mutex>
#include <thread>

std::mutex m;

struct Positive {
  int value;
  explicit Positive(int v) : value(v) {
    if (v < 0) throw v;
  }
};

int look(int v) {
  m.lock();
  Positive p(v);
  m.unlock();
  return p.value;
}

int main() {
  std::thread t([] {
    try {
      look(-1);
    } catch (int) {
    }
    look(1);
  });
  t.join();
}
