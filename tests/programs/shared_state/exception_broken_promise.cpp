// expect: verified
//
// A promise that is destroyed without a result leaves a std::future_error behind.
#include <cassert>
#include <future>
#include <string>
#include <thread>

int main() {
  std::promise<void> promise;
  std::future<void> future = promise.get_future();
  std::thread worker([p = std::move(promise)] {});
  bool caught = false;
  try {
    future.get();
  } catch (const std::future_error& e) {
    caught = e.code() == std::future_errc::broken_promise && std::string(e.what()).size() > 0;
  }
  assert(caught);
  worker.join();
}
