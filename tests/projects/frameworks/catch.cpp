#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#include <stdexcept>

TEST_CASE("passes") {
  CHECK(1 == 1);
  CHECK_NOFAIL(1 == 2);
  WARN("only a remark");
}
TEST_CASE("should fail", "[!shouldfail]") { CHECK(1 == 2); }
TEST_CASE("may fail", "[!mayfail]") { REQUIRE(1 == 2); }

TEST_CASE("check fails") {
  CHECK(1 == 2);  // line 14
}
TEST_CASE("require fails") {
  REQUIRE(1 == 2);  // line 17
}
TEST_CASE("does not throw") {
  CHECK_THROWS(1);  // line 20
}
