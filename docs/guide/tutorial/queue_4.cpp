// Tutorial, step 4: waits until there is something.
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
    filled_.wait(lock, [this] { return !values_.empty(); });
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
  int first = 0, second = 0;
  std::thread one([&] { first = queue.pop(); });
  std::thread two([&] { second = queue.pop(); });
  queue.push(1);
  queue.push(2);
  one.join();
  two.join();
  assert(first + second == 3);
}
