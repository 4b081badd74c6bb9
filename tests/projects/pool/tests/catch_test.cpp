#include <catch2/catch.hpp>
// After the framework, whose names it uses.
#include <heddle.h>

#include <atomic>

#include "pool/pool.h"

TEST_CASE("one task") {
  const heddle::Result result = heddle::check([] {
    std::atomic<int> sum{0};
    {
      pool::Pool workers(1);
      workers.submit([&] { sum += 1; });
    }
    REQUIRE(sum == 1);
  });
  REQUIRE(result.ok());
}

#ifdef WRONG_EXPECTATION
TEST_CASE("wrong expectation") {
  heddle::check([] {
    std::atomic<int> sum{0};
    pool::Pool workers(1);
    workers.submit([&] { sum += 1; });
    CHECK(sum == 0);  // the task may have run
    CHECK(sum < 2);
  });
}
#endif
