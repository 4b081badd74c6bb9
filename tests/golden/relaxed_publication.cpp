#include <atomic>
#include <thread>
struct Message {
  int a, b;
};
Message* box;
std::atomic<bool> ready;
int main() {
  std::thread t([] {
    while (!ready.load(std::memory_order_relaxed)) {
    }
    int x = box->a;
    (void)x;
  });
  box = new Message{1, 2};
  ready.store(true, std::memory_order_relaxed);
  t.join();
}
