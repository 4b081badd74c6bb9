// expect: verified
//
// A work queue with a mutex and a condition variable, one producer and one consumer. Every way in which the consumer
// can be early or late is tried.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>

class WorkQueue {
 public:
  void put(int item) {
    std::lock_guard<std::mutex> lock(mutex_);
    items_.push(item);
    filled_.notify_one();
  }
  int take() {
    std::unique_lock<std::mutex> lock(mutex_);
    filled_.wait(lock, [this] { return !items_.empty(); });
    int item = items_.front();
    items_.pop();
    return item;
  }

 private:
  std::mutex mutex_;
  std::condition_variable filled_;
  std::queue<int> items_;
};

int main() {
  WorkQueue queue;
  std::thread producer([&queue] {
    queue.put(1);
    queue.put(2);
  });
  assert(queue.take() == 1);
  assert(queue.take() == 2);
  producer.join();
}
