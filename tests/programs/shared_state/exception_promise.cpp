// expect: verified
// visible: sync all
// search: dpor optimal
//
// The textbook way of handing an exception to another thread. Both threads own the exception for a while; whoever
// drops it last destroys it and frees its memory.
#include <cassert>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread worker([p = std::move(promise)]() mutable {
    try {
      throw std::runtime_error("broken");
    } catch (...) {
      p.set_exception(std::current_exception());
    }
  });
  bool caught = false;
  try {
    future.get();
  } catch (const std::runtime_error& e) {
    caught = e.what() == std::string("broken");
  }
  assert(caught);
  worker.join();
}
