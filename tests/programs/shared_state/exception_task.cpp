// expect: verified
//
// A task that throws in a pool: the exception goes into the shared state, and out of it into the caller.
#include <cassert>
#include <condition_variable>
#include <deque>
#include <future>
#include <mutex>
#include <stdexcept>
#include <thread>

std::mutex m;
std::condition_variable filled;
std::deque<std::packaged_task<int()>> tasks;

int main() {
  std::thread worker([] {
    std::unique_lock lock(m);
    filled.wait(lock, [] { return !tasks.empty(); });
    std::packaged_task<int()> task = std::move(tasks.front());
    tasks.pop_front();
    lock.unlock();
    task();
  });
  std::packaged_task<int()> task([]() -> int { throw std::invalid_argument("no such thing"); });
  std::future<int> result = task.get_future();
  {
    std::lock_guard lock(m);
    tasks.push_back(std::move(task));
  }
  filled.notify_one();
  bool caught = false;
  try {
    result.get();
  } catch (const std::logic_error&) {
    caught = true;
  }
  assert(caught);
  worker.join();
}
