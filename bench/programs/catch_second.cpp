// Another: see bench/cold.cpp.
#define CATCH_CONFIG_MAIN
#include <atomic>
#include <catch2/catch.hpp>
#include <string>
#include <thread>

TEST_CASE("hands over") {
  std::atomic<bool> ready{false};
  std::string text;
  std::thread a([&] {
    text = "done";
    ready = true;
  });
  if (ready) CHECK(text == "done");
  a.join();
  CHECK(text.size() == 4);
}
