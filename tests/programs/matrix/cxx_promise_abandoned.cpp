// primitive: std::promise, broken
// expect: verified
// exit: 0
//
// A promise that ends without a value breaks: get throws.
#include <future>
#include <thread>

int main() {
  std::future<int> future;
  std::thread other([promise = std::promise<int>(), &future]() mutable { future = promise.get_future(); });
  other.join();
  try {
    return future.get();
  } catch (const std::future_error& error) {
    return error.code() == std::future_errc::broken_promise ? 0 : 1;
  }
}
