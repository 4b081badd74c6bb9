// An expectation outside of heddle::check, which is explored nevertheless.
#include <gtest/gtest.h>
#include <heddle.h>

#include <atomic>
#include <thread>

TEST(Mixed, Outside) {
  EXPECT_EQ(1, 2);  // line 9
}
TEST(Mixed, Inside) {
  const heddle::Result result = heddle::check([] {
    std::atomic<int> x{0};
    std::thread t([&] { x = 1; });
    t.join();
    EXPECT_EQ(x, 1);
  });
  EXPECT_TRUE(result.ok());
}
TEST(Failing, Inside) {
  const heddle::Result result = heddle::check([] {
    std::atomic<int> x{0};
    std::thread t([&] { x = 1; });
    EXPECT_EQ(x, 0);  // line 24
    t.join();
  });
  EXPECT_TRUE(result.ok());
}

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
