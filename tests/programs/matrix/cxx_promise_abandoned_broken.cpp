// primitive: std::promise, broken
// expect: assertion
//
// The exception of the broken promise is not caught.
#include <future>
#include <thread>

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread other([promise = std::move(promise)]() mutable { std::promise<int> dropped = std::move(promise); });
  const int value = future.get();
  other.join();
  return value;
}
