// expect: verified
//
// Three threads copy one exception_ptr at the same time and rethrow it: reading an exception_ptr and reading the
// exception are no races, and its destruction comes after both.
#include <cassert>
#include <atomic>
#include <exception>
#include <string>
#include <thread>

std::exception_ptr shared;
std::atomic<int> caught = 0;

void rethrow() {
  std::exception_ptr copy = shared;
  try {
    std::rethrow_exception(copy);
  } catch (const std::string& text) {
    if (text == "seen by all of them, whoever comes first") caught.fetch_add(1, std::memory_order_relaxed);
  }
}

int main() {
  shared = std::make_exception_ptr(std::string("seen by all of them, whoever comes first"));
  std::thread a(rethrow), b(rethrow);
  a.join();
  b.join();
  shared = nullptr;
  assert(caught == 2);
}
