// primitive: coroutines
// expect: verified
// exit: 0
// flags: -std=c++20
//
// A task that goes on in another thread at co_await.
#include <coroutine>
#include <exception>
#include <thread>

static std::thread worker;
static int result;

struct Task {
  struct promise_type {
    Task get_return_object() { return {}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
};

struct NewThread {
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> handle) {
    worker = std::thread([handle] { handle.resume(); });
  }
  void await_resume() {}
};

static Task work() {
  const std::thread::id before = std::this_thread::get_id();
  co_await NewThread{};
  result = before != std::this_thread::get_id();
}

int main() {
  work();
  worker.join();
  return result - 1;
}
