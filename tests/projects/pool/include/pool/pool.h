// A fixed number of worker threads and a queue of tasks.
#pragma once
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "pool/statistics.h"

namespace pool {

class Pool {
 public:
  explicit Pool(unsigned workers);
  ~Pool();  // runs what is queued first
  void submit(std::function<void()> task);
  int tasks_done() const { return statistics_.done(); }

 private:
  void work();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;
  bool closing_ = false;
  Statistics statistics_;
  std::vector<std::thread> workers_;
};

}  // namespace pool
