// primitive: std::packaged_task
// expect: verified
// exit: 0
//
// The task runs in a thread; its future has the result, also after a reset.
#include <future>
#include <thread>

int main() {
  std::packaged_task<int(int)> task([](int n) { return n + 1; });
  std::future<int> first = task.get_future();
  std::thread one(std::ref(task), 1);
  const int result = first.get();
  one.join();
  task.reset();
  std::future<int> second = task.get_future();
  std::thread two(std::move(task), result);
  const int again = second.get();
  two.join();
  return again - 3;
}
