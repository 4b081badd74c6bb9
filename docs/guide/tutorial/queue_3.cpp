// Tutorial, step 3: looks and waits under one lock, but only once.
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
    filled_.notify_all();
  }
  int pop() {
    std::unique_lock lock(mutex_);
    if (values_.empty()) filled_.wait(lock);
    assert(!values_.empty());
    const int value = values_.front();
    values_.pop_front();
    return value;
  }

 private:
  std::mutex mutex_;
  std::condition_variable filled_;
  std::deque<int> values_;
};

int main() {
  Queue queue;
  std::thread one([&] { queue.pop(); });
  std::thread two([&] { queue.pop(); });
  queue.push(1);
  queue.push(2);
  one.join();
  two.join();
}
