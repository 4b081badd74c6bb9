#include <condition_variable>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

class Pool {
 public:
  explicit Pool(int n) {
    for (int i = 0; i < n; ++i) workers_.emplace_back([this] { run(); });
  }
  ~Pool() {
    {
      std::lock_guard<std::mutex> g(m_);
      done_ = true;
    }
    cv_.notify_all();
    for (auto& w : workers_) w.join();
  }
  template <class F>
  std::future<int> submit(F f) {
    auto task = std::make_shared<std::packaged_task<int()>>(std::move(f));
    std::future<int> result = task->get_future();
    {
      std::lock_guard<std::mutex> g(m_);
      queue_.push([task] { (*task)(); });
    }
    cv_.notify_one();
    return result;
  }

 private:
  void run() {
    for (;;) {
      std::function<void()> job;
      {
        std::unique_lock<std::mutex> l(m_);
        cv_.wait(l, [this] { return done_ || !queue_.empty(); });
        if (queue_.empty()) return;
        job = std::move(queue_.front());
        queue_.pop();
      }
      job();
    }
  }
  std::mutex m_;
  std::condition_variable cv_;
  std::queue<std::function<void()>> queue_;
  bool done_ = false;
  std::vector<std::thread> workers_;
};

int main() {
  Pool pool(1);
  auto outer = pool.submit([&] {
    auto inner = pool.submit([] { return 1; });
    return inner.get() + 1;
  });
  return outer.get() == 2 ? 0 : 1;
}
