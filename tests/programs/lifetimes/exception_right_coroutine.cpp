// expect: verified
// flags: -std=c++20
//
// Exceptions inside coroutines, out of them and through those that wait for them. Their locals live on the heap, those of
// the functions that they call on the stack.
#include <cassert>
#include <coroutine>
#include <exception>
#include <thread>

static thread_local int* published;

struct Task {
  struct promise_type {
    int value = 0;
    std::exception_ptr error;
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_value(int v) { value = v; }
    void unhandled_exception() { error = std::current_exception(); }
  };
  std::coroutine_handle<promise_type> handle;
  ~Task() { handle.destroy(); }
  int get() {
    handle.resume();
    if (handle.promise().error) std::rethrow_exception(handle.promise().error);
    return handle.promise().value;
  }
};

static int may_fail(int n) {
  int local = n;
  published = &local;
  if (n > 2) throw local;
  return *published;
}

static Task inner(int n) {
  int mine = n;
  int* p = &mine;
  try {
    mine = may_fail(n);
  } catch (int e) {
    *p += e;
    if (e > 5) throw;
  }
  co_return *p;
}

static Task outer(int n) {
  int table[3] = {1, 2, 3};
  int* p = table;
  int result = 0;
  try {
    Task task = inner(n);
    result = task.get();
  } catch (int e) {
    result = e + p[2];
  }
  co_return result + p[0];
}

static void run() {
  const int expected[] = {1, 2, 3, 7, 9, 11, 10, 11};
  for (int i = 0; i < 8; i++) {
    Task task = outer(i);
    int mine = i;
    published = &mine;
    int* p = published;
    assert(task.get() == expected[i] && *p == i);
  }
}

int main() {
  std::thread other(run);
  run();
  other.join();
}
