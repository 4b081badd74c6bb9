// expect: assertion
// lines: 15
//
// Who lets go of the exception last destroys it. Both threads can be that one.
#include <cassert>
#include <exception>
#include <thread>

std::thread::id main_thread;

struct Traced {
  Traced() = default;
  Traced(const Traced&) = default;
  ~Traced() {
    if (armed) assert(std::this_thread::get_id() == main_thread);
  }
  bool armed = false;
};

int main() {
  main_thread = std::this_thread::get_id();
  std::exception_ptr mine;
  try {
    throw Traced();
  } catch (Traced& t) {
    t.armed = true;
    mine = std::current_exception();
  }
  std::thread other([theirs = mine]() mutable { theirs = nullptr; });
  mine = nullptr;
  other.join();
}
