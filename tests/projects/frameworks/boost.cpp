#define BOOST_TEST_MODULE frameworks
#include <boost/test/included/unit_test.hpp>

BOOST_AUTO_TEST_CASE(passes) {
  BOOST_TEST(1 == 1);
  BOOST_WARN(1 == 2);
}
BOOST_AUTO_TEST_CASE(test_fails) {
  BOOST_TEST(1 == 2);  // line 9
}
BOOST_AUTO_TEST_CASE(check_fails) {
  BOOST_CHECK_EQUAL(1, 2);  // line 12
}
BOOST_AUTO_TEST_CASE(require_fails) {
  BOOST_REQUIRE(false);  // line 15
}
