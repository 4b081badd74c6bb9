#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <atomic>
#include <stdexcept>
#include <thread>

static int read_beside_write() {
  std::atomic<int> number{0};
  std::thread writer([&] { number = 1; });
  const int seen = number;
  writer.join();
  return seen;
}

TEST_CASE("passes") {
  CHECK(1 == 1);
  WARN(1 == 2);
  CHECK_THROWS(throw std::runtime_error("expected"));
  CHECK(read_beside_write() < 2);
}
TEST_CASE("may" * doctest::may_fail()) { CHECK(1 == 2); }
TEST_CASE("should" * doctest::should_fail()) { REQUIRE(1 == 2); }

TEST_CASE("check fails") {
  CHECK(read_beside_write() == 0);
}
TEST_CASE("nothing thrown") {
  CHECK_THROWS_AS(read_beside_write(), std::runtime_error);
}
TEST_CASE("fails") {
  FAIL("always");
}
