#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

TEST_CASE("passes") {
  CHECK(1 == 1);
  WARN(1 == 2);
}
TEST_CASE("should fail" * doctest::should_fail()) { CHECK(1 == 2); }
TEST_CASE("may fail" * doctest::may_fail()) { FAIL("really"); }
TEST_CASE("one failure" * doctest::expected_failures(1)) { CHECK(1 == 2); }

TEST_CASE("check fails") {
  CHECK(1 == 2);  // line 13
}
TEST_CASE("require fails") {
  REQUIRE_EQ(1, 2);  // line 16
}
TEST_CASE("does not throw") {
  CHECK_THROWS(static_cast<void>(1));  // line 19
}
TEST_CASE("fails") {
  FAIL_CHECK("said so");  // line 22
}
