// expect: verified
//
// An exception that carries another one, out of a thread.
#include <cassert>
#include <exception>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>

void work() {
  try {
    throw std::out_of_range("inner");
  } catch (...) {
    std::throw_with_nested(std::runtime_error("outer"));
  }
}

int main() {
  std::promise<void> promise;
  std::future<void> future = promise.get_future();
  std::thread worker([p = std::move(promise)]() mutable {
    try {
      work();
    } catch (...) {
      p.set_exception(std::current_exception());
    }
  });
  std::string found;
  try {
    future.get();
  } catch (const std::runtime_error& outer) {
    found = outer.what();
    try {
      std::rethrow_if_nested(outer);
    } catch (const std::logic_error& inner) {
      found += inner.what();
    }
  }
  assert(found == "outerinner");
  worker.join();
}
