// primitive: std::future
// expect: race on future
// lines: 13
//
// Two threads change one future object.
#include <future>
#include <thread>

static std::promise<int> promise;
static std::future<int> future = promise.get_future();

static void take() {
  future = std::future<int>();
}

int main() {
  std::thread other(take);
  take();
  other.join();
}
