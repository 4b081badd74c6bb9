// A file of Catch2 tests: see bench/cold.cpp.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#include <mutex>
#include <thread>

TEST_CASE("counts") {
  std::mutex m;
  int n = 0;
  std::thread a([&] {
    std::lock_guard<std::mutex> g(m);
    n++;
  });
  {
    std::lock_guard<std::mutex> g(m);
    n++;
  }
  a.join();
  REQUIRE(n == 2);
}
