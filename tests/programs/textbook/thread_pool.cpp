// expect: verified
// exit: 0
// search: dpor optimal
//
// A pool of two threads: a queue of functions, a condition, an orderly end that still does what is in the queue.
#include <condition_variable>
#include <functional>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

class Pool {
 public:
  explicit Pool(int threads) {
    for (int i = 0; i < threads; i++) threads_.emplace_back([this] { serve(); });
  }
  ~Pool() {
    {
      std::lock_guard lock(m_);
      stopping_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }
  void submit(std::function<void()> task) {
    {
      std::lock_guard lock(m_);
      tasks_.push(std::move(task));
    }
    changed_.notify_one();
  }

 private:
  void serve() {
    for (;;) {
      std::unique_lock lock(m_);
      changed_.wait(lock, [this] { return stopping_ || !tasks_.empty(); });
      if (tasks_.empty()) return;
      std::function<void()> task = std::move(tasks_.front());
      tasks_.pop();
      lock.unlock();
      task();
    }
  }

  std::mutex m_;
  std::condition_variable changed_;
  std::queue<std::function<void()>> tasks_;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

int main() {
  int results[2] = {};
  {
    Pool pool(2);
    for (int i = 0; i < 2; i++) pool.submit([&results, i] { results[i] = i + 1; });
  }
  return results[0] + results[1] - 3;
}
