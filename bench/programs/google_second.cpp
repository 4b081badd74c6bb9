// Another: see bench/cold.cpp.
#include <gtest/gtest.h>

#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <thread>
class Queue {
 public:
  void push(std::string s) {
    {
      std::lock_guard<std::mutex> g(m_);
      items_.push_back(std::move(s));
    }
    cv_.notify_one();
  }
  std::string pop() {
    std::unique_lock<std::mutex> g(m_);
    cv_.wait(g, [&] { return !items_.empty(); });
    std::string s = items_.front();
    items_.pop_front();
    return s;
  }

 private:
  std::mutex m_;
  std::condition_variable cv_;
  std::deque<std::string> items_;
};
class QueueTest : public ::testing::Test {
 protected:
  Queue q;
};
TEST_F(QueueTest, Passes) {
  std::string got;
  std::thread t([&] { got = q.pop(); });
  q.push("hello");
  t.join();
  EXPECT_STREQ(got.c_str(), "hello");
  ASSERT_TRUE(got.size() == 5) << "size " << got.size();
}
TEST_F(QueueTest, Map) {
  std::map<std::string, int> m;
  m["a"] = 1;
  EXPECT_GT(m.size(), 0u);
  EXPECT_NE(m["a"], 2);
}
