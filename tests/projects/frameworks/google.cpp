// Which tests run is chosen by --gtest_filter. The status is 0 whatever they say: what fails is told by its own line.
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

TEST(Right, Passes) {
  EXPECT_EQ(1, 1);
  ASSERT_TRUE(true);
  SUCCEED();
}
TEST(Right, Skips) { GTEST_SKIP(); }
TEST(Right, ExpectsToFail) {
  EXPECT_NONFATAL_FAILURE(EXPECT_EQ(1, 2), "1");
  EXPECT_FATAL_FAILURE(FAIL() << "here", "here");
}

TEST(Wrong, Expect) {
  EXPECT_EQ(1, 2);  // line 20
}
TEST(Wrong, Assert) {
  ASSERT_TRUE(false);  // line 23
}
TEST(Wrong, InSomeOrder) {
  std::atomic<int> x{0};
  std::thread t([&] { x = 1; });
  std::thread u([&] { EXPECT_EQ(x, 1); });  // line 28
  t.join();
  u.join();
}

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const int ignored = RUN_ALL_TESTS();
  return ignored * 0;
}
