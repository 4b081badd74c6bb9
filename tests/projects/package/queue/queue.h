// A bounded queue of one producer and one consumer.
#pragma once
#include <condition_variable>
#include <mutex>

class Queue {
 public:
  void push(int value);
  int pop();
  static const char* name();

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int values_[QUEUE_CAPACITY] = {};
  int first_ = 0, count_ = 0;
};
