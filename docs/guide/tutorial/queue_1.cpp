// Tutorial, step 1: a queue that nobody protects.
#include <cassert>
#include <deque>
#include <thread>

class Queue {
 public:
  void push(int value) { values_.push_back(value); }
  bool try_pop(int& value) {
    if (values_.empty()) return false;
    value = values_.front();
    values_.pop_front();
    return true;
  }

 private:
  std::deque<int> values_;
};

int main() {
  Queue queue;
  std::thread producer([&] { queue.push(1); });
  int value = 1;
  queue.try_pop(value);
  assert(value == 1);
  producer.join();
}
