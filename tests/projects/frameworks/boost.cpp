#define BOOST_TEST_MODULE frameworks
#include <boost/test/included/unit_test.hpp>

BOOST_AUTO_TEST_CASE(test_fails) { BOOST_TEST(1 == 2); }
