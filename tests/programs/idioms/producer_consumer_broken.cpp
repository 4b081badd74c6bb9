// expect: race on items
// lines: 14, 24
//
// producer_consumer.cpp, but the consumer looks into the queue before it takes the lock.
#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>

static std::mutex m;
static std::queue<int> items;

static int take_if_any() {
  if (items.empty()) return 0;
  std::lock_guard<std::mutex> lock(m);
  int item = items.front();
  items.pop();
  return item;
}

int main() {
  std::thread producer([] {
    std::lock_guard<std::mutex> lock(m);
    items.push(1);
  });
  take_if_any();
  producer.join();
}
