// expect: livelock
// primitive: std::future::wait_for
//
// The value is set only after the wait for it.
#include <chrono>
#include <future>

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread worker([&] {
    while (future.wait_for(std::chrono::milliseconds(10)) != std::future_status::ready) {
    }
  });
  worker.join();
  promise.set_value(3);
}
