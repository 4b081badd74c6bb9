// Tutorial, step 2: a mutex, and a pop that waits. Something is still missing.
#include <cassert>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

class Queue {
 public:
  void push(int value) {
    {
      std::lock_guard lock(mutex_);
      values_.push_back(value);
    }
    filled_.notify_one();
  }
  int pop() {
    if (is_empty()) {
      std::unique_lock lock(mutex_);
      filled_.wait(lock);
    }
    std::lock_guard lock(mutex_);
    const int value = values_.front();
    values_.pop_front();
    return value;
  }

 private:
  bool is_empty() {
    std::lock_guard lock(mutex_);
    return values_.empty();
  }
  std::mutex mutex_;
  std::condition_variable filled_;
  std::deque<int> values_;
};

int main() {
  Queue queue;
  std::thread producer([&] { queue.push(1); });
  assert(queue.pop() == 1);
  producer.join();
}
