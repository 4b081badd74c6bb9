// expect: verified
//
// std::queue, std::mutex and std::condition_variable: one producer of two items, one consumer.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>

static std::mutex m;
static std::condition_variable filled;
static std::queue<int> items;

static int take() {
  std::unique_lock<std::mutex> lock(m);
  filled.wait(lock, [] { return !items.empty(); });
  int item = items.front();
  items.pop();
  return item;
}

int main() {
  std::thread producer([] {
    for (int i = 1; i <= 2; i++) {
      std::lock_guard<std::mutex> lock(m);
      items.push(i);
      filled.notify_one();
    }
  });
  assert(take() == 1);
  assert(take() == 2);
  producer.join();
}
