#define BOOST_TEST_MODULE frameworks
#include <atomic>
#include <boost/test/included/unit_test.hpp>
#include <stdexcept>
#include <thread>

static int read_beside_write() {
  std::atomic<int> x{0};
  std::thread writer([&] { x = 1; });
  const int seen = x;
  writer.join();
  return seen;
}
BOOST_AUTO_TEST_SUITE(right)
BOOST_AUTO_TEST_CASE(passes) {
  const int seen = read_beside_write();
  BOOST_TEST((seen == 0 || seen == 1));
  BOOST_WARN(seen == 2);
  BOOST_CHECK_THROW(throw std::runtime_error("expected"), std::runtime_error);
}
BOOST_AUTO_TEST_SUITE_END()
BOOST_AUTO_TEST_SUITE(wrong)
BOOST_AUTO_TEST_CASE(check_fails) {
  BOOST_CHECK_EQUAL(read_beside_write(), 0);
}
BOOST_AUTO_TEST_CASE(require_fails) {
  BOOST_REQUIRE(read_beside_write() == 1);
}
BOOST_AUTO_TEST_CASE(nothing_thrown) {
  BOOST_CHECK_THROW(read_beside_write(), std::runtime_error);
}
BOOST_AUTO_TEST_CASE(fails) {
  BOOST_FAIL("always");
}
BOOST_AUTO_TEST_CASE(throws) {
  throw std::runtime_error("not expected");
}
BOOST_AUTO_TEST_SUITE_END()
#ifdef EXPECTS_FAILURES
BOOST_AUTO_TEST_CASE(expected, *boost::unit_test::expected_failures(1)) {
  BOOST_CHECK_EQUAL(1, 2);
}
BOOST_AUTO_TEST_CASE(one_too_many, *boost::unit_test::expected_failures(1)) {
  BOOST_CHECK_EQUAL(1, 2);
  BOOST_CHECK_EQUAL(1, 3);
}
#endif
