// primitive: std::future
// expect: deadlock
//
// The value is set after it was waited for.
#include <future>

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  const int value = future.get();
  promise.set_value(1);
  return value;
}
