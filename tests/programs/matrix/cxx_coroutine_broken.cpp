// primitive: coroutines
// expect: race on shared
// lines: 30
// flags: -std=c++20
//
// Two coroutines in two threads write one variable.
#include <coroutine>
#include <exception>
#include <thread>

struct Generator {
  struct promise_type {
    int value = 0;
    Generator get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int n) {
      value = n;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> handle;
};

static int shared;

static Generator write(int n) {
  shared = n;
  co_yield n;
}

static void run(int n) {
  Generator mine = write(n);
  mine.handle.resume();
  mine.handle.destroy();
}

int main() {
  std::thread other(run, 1);
  run(2);
  other.join();
}
