// Boost.Lockfree's queue and spsc_queue in tests of Boost.Test, as a header.
// package: libboost-dev
// header: boost/test/included/unit_test.hpp
// expect: verified
#define BOOST_TEST_MODULE lockfree
#include <boost/lockfree/queue.hpp>
#include <boost/lockfree/spsc_queue.hpp>
#include <boost/test/included/unit_test.hpp>
#include <thread>

template <class Queue>
void one_to_one(Queue& queue) {
  std::thread producer([&] {
    queue.push(1);
    queue.push(2);
  });
  int first = 0, second = 0;
  const bool early = queue.pop(first);
  producer.join();
  if (!early) BOOST_REQUIRE(queue.pop(first));
  BOOST_REQUIRE(queue.pop(second));
  BOOST_CHECK_EQUAL(first, 1);
  BOOST_CHECK_EQUAL(second, 2);
  BOOST_CHECK(queue.empty());
}

BOOST_AUTO_TEST_CASE(queue) {
  boost::lockfree::queue<int> queue(2);
  one_to_one(queue);
}

BOOST_AUTO_TEST_CASE(ring) {
  boost::lockfree::spsc_queue<int, boost::lockfree::capacity<2>> queue;
  one_to_one(queue);
}
