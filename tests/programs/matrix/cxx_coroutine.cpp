// primitive: coroutines
// expect: verified
// exit: 0
// flags: -std=c++20
//
// A generator that is resumed by one thread, then by another.
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

static Generator count() {
  for (int i = 1; i <= 3; i++) co_yield i;
}

int main() {
  Generator numbers = count();
  numbers.handle.resume();
  int sum = numbers.handle.promise().value;
  std::thread other([&] {
    numbers.handle.resume();
    sum += numbers.handle.promise().value;
  });
  other.join();
  numbers.handle.resume();
  sum += numbers.handle.promise().value;
  numbers.handle.resume();
  const bool done = numbers.handle.done();
  numbers.handle.destroy();
  return done ? sum - 6 : 1;
}
