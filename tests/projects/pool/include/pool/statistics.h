#pragma once
#include <mutex>

namespace pool {

class Statistics {
 public:
  void count();
  int done() const;

 private:
  mutable std::mutex mutex_;
  int done_ = 0;
};

}  // namespace pool
