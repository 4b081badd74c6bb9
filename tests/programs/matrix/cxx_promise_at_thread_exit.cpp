// primitive: std::promise::set_value_at_thread_exit
// expect: verified
// exit: 0
//
// The value is there when the thread has ended, with its thread_local objects.
#include <future>
#include <thread>

static int ended;

struct Local {
  ~Local() { ended = 1; }
};

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread other(
      [](std::promise<int> mine) {
        thread_local Local local;
        (void)&local;
        mine.set_value_at_thread_exit(2);
      },
      std::move(promise));
  other.detach();
  return future.get() + ended - 3;
}
