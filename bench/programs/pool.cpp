// A pool of WORKERS threads that does TASKS tasks, each under a lock of the results: a queue of functions, a condition, an
// end that does what is left in the queue.
#include <cassert>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

#ifndef WORKERS
#define WORKERS 2
#endif
#ifndef TASKS
#define TASKS 3
#endif

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
  std::mutex m;
  int sum = 0;
  {
    Pool pool(WORKERS);
    for (int i = 1; i <= TASKS; i++)
      pool.submit([&, i] {
        std::lock_guard lock(m);
        sum += i;
      });
  }
  assert(sum == TASKS * (TASKS + 1) / 2);
}
