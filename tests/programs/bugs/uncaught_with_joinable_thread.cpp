// expect: assertion
// message: uncaught exception of type char const*
// lines: 10
//
// An uncaught exception passes a joinable thread: the reason of the end is the exception, not the thread.
#include <thread>

int main() {
  std::thread thread([] {});
  if (thread.joinable()) throw "no";
  thread.join();
}
