// primitive: std::async, launch::async
// expect: verified
// exit: 0
//
// The future gives the result, and its destructor waits for the thread.
#include <future>

static int data;

int main() {
  int sum = std::async(std::launch::async, [](int n) { return n; }, 1).get();
  { auto ignored = std::async(std::launch::async, [] { data = 2; }); }
  sum += data;
  try {
    std::async(std::launch::async, [] { throw 4; }).get();
  } catch (int thrown) {
    sum += thrown;
  }
  return sum - 7;
}
