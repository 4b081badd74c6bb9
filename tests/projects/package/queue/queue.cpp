#include "queue.h"

#if __cplusplus < 202002L
#error "the standard of the library"
#endif

const char* Queue::name() { return QUEUE_NAME; }

void Queue::push(int value) {
  std::unique_lock lock(mutex_);
#ifdef LOSES
  if (count_ == QUEUE_CAPACITY) return;
#else
  changed_.wait(lock, [this] { return count_ < QUEUE_CAPACITY; });
#endif
  values_[(first_ + count_) % QUEUE_CAPACITY] = value;
  ++count_;
  changed_.notify_all();
}

int Queue::pop() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return count_ > 0; });
  const int value = values_[first_];
  first_ = (first_ + 1) % QUEUE_CAPACITY;
  --count_;
  changed_.notify_all();
  return value;
}
