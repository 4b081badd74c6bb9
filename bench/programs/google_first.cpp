// A file of GoogleTest tests: see bench/cold.cpp.
#include <gtest/gtest.h>

#include <mutex>
#include <thread>
#include <vector>
struct Counter {
  std::mutex m;
  int value = 0;
  void add(int n) {
    std::lock_guard<std::mutex> g(m);
    value += n;
  }
};
TEST(Counter, Adds) {
  Counter c;
  std::thread a([&] { c.add(1); }), b([&] { c.add(2); });
  a.join();
  b.join();
  EXPECT_EQ(c.value, 3);
}
TEST(Counter, Starts) {
  Counter c;
  EXPECT_EQ(c.value, 0);
}
