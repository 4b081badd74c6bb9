// primitive: std::future::wait_for
// expect: race on data
// lines: 15, 19
//
// Reads the data though the time may be up.
#include <future>
#include <thread>

static int data;

int main() {
  std::promise<void> promise;
  std::future<void> future = promise.get_future();
  std::thread other([&] {
    data = 1;
    promise.set_value();
  });
  future.wait_for(std::chrono::milliseconds(1));
  const int seen = data;
  other.join();
  return seen > 1;
}
