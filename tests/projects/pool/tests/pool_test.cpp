#include "pool/pool.h"

#include <gtest/gtest.h>
#include <heddle.h>

#include <atomic>

TEST(Statistics, CountOneByOne) {
  pool::Statistics statistics;
  statistics.count();
  statistics.count();
  EXPECT_EQ(statistics.done(), 2);
}

TEST(Pool, RunsEveryTask) {
  const heddle::Result result = heddle::check([] {
    std::atomic<int> sum{0};
    {
      pool::Pool workers(1);
      workers.submit([&] { sum += 1; });
      workers.submit([&] { sum += 2; });
    }
    EXPECT_EQ(sum, 3);
  });
  EXPECT_TRUE(result.ok());
}

TEST(Pool, TwoWorkersShareTheWork) {
  const heddle::Result result = heddle::check([] {
    std::atomic<int> sum{0};
    {
      pool::Pool workers(2);
      workers.submit([&] { sum += 1; });
      workers.submit([&] { sum += 2; });
    }
    EXPECT_EQ(sum, 3);
  });
  EXPECT_TRUE(result.ok());
}
