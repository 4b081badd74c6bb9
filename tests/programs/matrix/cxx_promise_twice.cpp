// primitive: std::promise set twice
// expect: verified
// exit: 0 1
//
// Of two threads that set the value one gets an exception.
#include <future>
#include <thread>

static int satisfied[2];

static void set(std::promise<int>& promise, int n) {
  try {
    promise.set_value(n);
  } catch (const std::future_error& error) {
    satisfied[n] = error.code() == std::future_errc::promise_already_satisfied;
  }
}

int main() {
  std::promise<int> promise;
  std::thread other([&] { set(promise, 0); });
  set(promise, 1);
  const int value = promise.get_future().get();
  other.join();
  return satisfied[value] == 0 && satisfied[!value] == 1 ? value : 9;
}
