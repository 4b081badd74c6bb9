// expect: race on data
// lines: 14, 20
// visible: sync all
//
// Message passing with relaxed operations on both sides: the flag arrives, the order does not.
#include <atomic>
#include <thread>

static int data;
static std::atomic<int> flag{0};

int main() {
  std::thread sender([] {
    data = 1;
    flag.store(1, std::memory_order_relaxed);
  });
  std::thread receiver([] {
    while (flag.load(std::memory_order_relaxed) == 0) {
    }
    data = 2;
  });
  sender.join();
  receiver.join();
}
