// expect: verified
//
// std::async in a thread of its own, std::packaged_task.
#include <future>
#include <thread>
#include <utility>

int main() {
  int input = 20;
  std::future<int> later = std::async(std::launch::async, [&input] { return input + 1; });
  std::packaged_task<int(int)> task([](int n) { return n * 2; });
  std::future<int> doubled = task.get_future();
  std::thread other(std::move(task), 4);
  other.join();
  return later.get() + doubled.get() - 29;
}
