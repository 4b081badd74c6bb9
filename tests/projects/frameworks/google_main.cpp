// A test without a main and without GoogleTest: both come from the sources of Debian's package.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

TEST(Main, IsTaken) {
  std::atomic<int> x{0};
  std::thread other([&] { x = 1; });
  other.join();
  EXPECT_EQ(x, 1);
}
TEST(Main, Fails) {
  std::atomic<int> x{0};
  std::thread other([&] { x = 1; });
  EXPECT_EQ(x, 0);
  other.join();
}
