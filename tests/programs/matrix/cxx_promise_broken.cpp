// primitive: std::promise
// expect: race on data
// lines: 16, 19
//
// The data is written after set_value.
#include <future>
#include <thread>

static int data;

int main() {
  std::promise<void> promise;
  std::future<void> future = promise.get_future();
  std::thread other([&] {
    promise.set_value();
    data = 1;
  });
  future.get();
  const int seen = data;
  other.join();
  return seen > 1;
}
