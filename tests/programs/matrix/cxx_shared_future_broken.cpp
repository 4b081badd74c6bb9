// primitive: std::shared_future
// expect: race on value
// lines: 15, 16
//
// The future gives each thread a reference to the same variable.
#include <future>
#include <thread>

static int value;

int main() {
  std::promise<int&> promise;
  std::shared_future<int&> future = promise.get_future().share();
  promise.set_value(value);
  std::thread other([future] { future.get()++; });
  future.get()++;
  other.join();
}
