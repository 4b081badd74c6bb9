// expect: deadlock
//
// thread_pool.cpp that asks its thread to stop without the mutex: the wish and the notification can both come between
// the thread's look at the flag and its sleep.
#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <queue>
#include <thread>

class Pool {
 public:
  Pool() : thread_([this] { serve(); }) {}
  ~Pool() {
    stopping_ = true;
    changed_.notify_all();
    thread_.join();
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
  std::atomic<bool> stopping_{false};
  std::thread thread_;
};

int main() {
  int result = 0;
  {
    Pool pool;
    pool.submit([&result] { result = 1; });
  }
  return result - 1;
}
