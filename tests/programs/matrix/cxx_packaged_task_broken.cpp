// primitive: std::packaged_task
// expect: assertion
//
// Run twice without a reset: the second run throws and nobody catches it.
#include <future>
#include <thread>

int main() {
  std::packaged_task<int()> task([] { return 1; });
  std::future<int> future = task.get_future();
  std::thread other(std::ref(task));
  other.join();
  task();
  return future.get() - 1;
}
