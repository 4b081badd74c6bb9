// expect: assertion
// search: dfs dpor selective invisible-first composed
// flags: -std=c++20
//
// A coroutine that another thread resumes.
#include <atomic>
#include <cassert>
#include <coroutine>
#include <mutex>
#include <thread>

static std::mutex m;
static int x;
static std::atomic<int> z;
static void locks() {
  m.lock();
  x = 1;
  m.unlock();
}

struct Task {
  struct promise_type {
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};
static Task task() {
  locks();
  co_return;
}

int main() {
  Task later = task();
  std::thread t([&] {
    z = 1;
    later.handle.resume();
  });
  m.lock();
  const int seen = x;
  m.unlock();
  assert(seen == 0);
  t.join();
  later.handle.destroy();
}
