// expect: verified
// exit: 0
//
// What a std::thread keeps for its function ends with the thread, by pthread_exit as well: the promise of a task is broken,
// and the destructor of what was captured has run before the join returns.
#include <pthread.h>

#include <cassert>
#include <future>
#include <thread>

static int ended;
struct Captured {
  bool counts = true;
  Captured() = default;
  Captured(Captured&& other) : counts(other.counts) { other.counts = false; }
  ~Captured() {
    if (counts) ended++;
  }
};

int main() {
  std::packaged_task<void()> task([] { pthread_exit(nullptr); });
  std::future<void> result = task.get_future();
  std::thread first(std::move(task));
  try {
    result.get();
    assert(false);
  } catch (const std::future_error& e) {
    assert(e.code() == std::future_errc::broken_promise);
  }
  first.join();
  std::thread second([own = Captured()] { pthread_exit(nullptr); });
  second.join();
  assert(ended == 1);
}
