// expect: verified
//
// A thread is inside a catch block while another one throws: each has its own stack of current exceptions.
#include <atomic>
#include <cassert>
#include <exception>
#include <thread>

static std::atomic<int> steps{0};

static void work(int id) {
  try {
    throw id;
  } catch (int caught) {
    steps.fetch_add(1);
    assert(caught == id);
    try {
      throw;
    } catch (int again) {
      assert(again == id);
    }
    assert(std::current_exception() != nullptr);
  }
  assert(std::current_exception() == nullptr);
}

int main() {
  std::thread other(work, 1);
  work(2);
  other.join();
  return steps - 2;
}
