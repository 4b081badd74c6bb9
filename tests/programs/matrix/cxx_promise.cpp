// primitive: std::promise
// primitive: std::future
// expect: verified
// exit: 0
//
// What was done before set_value is seen after get.
#include <future>
#include <thread>

static int data;

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread other([&] {
    data = 1;
    promise.set_value(2);
  });
  const int sum = future.get() + data;
  other.join();
  return sum - 3;
}
