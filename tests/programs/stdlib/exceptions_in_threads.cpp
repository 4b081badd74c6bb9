// expect: verified
//
// Exceptions thrown, caught, nested and thrown again in two threads at once, each with its own.
#include <cassert>
#include <stdexcept>
#include <string>
#include <thread>

struct Counter {
  int& n;
  explicit Counter(int& count) : n(count) {}
  ~Counter() { n++; }
};

static void work(int id) {
  int unwound = 0;
  std::string text;
  try {
    Counter outer(unwound);
    try {
      Counter inner(unwound);
      throw std::runtime_error("thread " + std::to_string(id));
    } catch (const std::exception&) {
      throw;
    }
  } catch (const std::runtime_error& e) {
    text = e.what();
  }
  assert(unwound == 2);
  assert(text == "thread " + std::to_string(id));
}

int main() {
  std::thread other(work, 1);
  work(2);
  other.join();
}
