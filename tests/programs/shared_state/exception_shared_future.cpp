// expect: verified
//
// Two threads take the same exception out of a shared_future, by reference and by value.
#include <cassert>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>

int main() {
  std::promise<int> promise;
  std::shared_future<int> result = promise.get_future().share();
  std::thread reader([result] {
    try {
      result.get();
      assert(false);
    } catch (std::domain_error e) {
      assert(e.what() == std::string("one for all"));
    }
  });
  promise.set_exception(std::make_exception_ptr(std::domain_error("one for all")));
  try {
    result.get();
    assert(false);
  } catch (const std::domain_error& e) {
    assert(e.what() == std::string("one for all"));
  }
  reader.join();
}
