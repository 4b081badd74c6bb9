#include "pool/statistics.h"

namespace pool {

void Statistics::count() {
#ifndef CARELESS
  const std::lock_guard<std::mutex> guard(mutex_);
#endif
  ++done_;
}

int Statistics::done() const {
  const std::lock_guard<std::mutex> guard(mutex_);
  return done_;
}

}  // namespace pool
