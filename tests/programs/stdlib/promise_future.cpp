// expect: verified
//
// A value and an exception through std::promise and std::future.
#include <future>
#include <stdexcept>
#include <thread>
#include <utility>

int main() {
  std::promise<int> good, bad;
  std::future<int> value = good.get_future(), failure = bad.get_future();
  std::thread other([good = std::move(good), bad = std::move(bad)]() mutable {
    good.set_value(5);
    bad.set_exception(std::make_exception_ptr(std::runtime_error("none")));
  });
  int got = value.get();
  try {
    failure.get();
  } catch (const std::runtime_error&) {
    got++;
  }
  other.join();
  return got - 6;
}
