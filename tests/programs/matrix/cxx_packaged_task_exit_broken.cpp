// primitive: std::packaged_task::make_ready_at_thread_exit
// expect: deadlock
//
// The thread waits for the result that it will give at its end.
#include <future>
#include <thread>

int main() {
  std::packaged_task<int()> task([] { return 2; });
  std::future<int> future = task.get_future();
  std::thread other([&] {
    task.make_ready_at_thread_exit();
    future.wait();
  });
  other.join();
}
