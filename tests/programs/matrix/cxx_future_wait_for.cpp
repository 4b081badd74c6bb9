// primitive: std::future::wait_for
// expect: verified
// exit: 0 1
//
// Ready in time or not: both happen.
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
  int seen = 0;
  if (future.wait_for(std::chrono::milliseconds(1)) == std::future_status::ready) seen = data;
  if (future.wait_until(std::chrono::steady_clock::now()) == std::future_status::ready) seen = data;
  future.wait();
  other.join();
  return seen;
}
