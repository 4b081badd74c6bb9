// primitive: std::packaged_task::make_ready_at_thread_exit
// expect: verified
// exit: 0
//
// The result is there when the thread has ended.
#include <future>
#include <thread>

static int ended;

struct Local {
  ~Local() { ended = 1; }
};

int main() {
  std::packaged_task<int()> task([] { return 2; });
  std::future<int> future = task.get_future();
  std::thread other([&] {
    thread_local Local local;
    (void)&local;
    task.make_ready_at_thread_exit();
  });
  const int sum = future.get() + ended;
  other.join();
  return sum - 3;
}
