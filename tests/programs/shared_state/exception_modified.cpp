// expect: race
// lines: 20, 28
//
// A rethrown exception is the same object in both threads: modifying it in both without a lock is a race.
#include <exception>
#include <thread>

struct Counted {
  int seen = 0;
};

int main() {
  std::exception_ptr shared = std::make_exception_ptr(Counted{});
  std::thread other([shared] {
    try {
      std::rethrow_exception(shared);
    } catch (Counted& c) {
      // A reference to the object that main has as well.
      //
      c.seen++;
    }
  });
  try {
    std::rethrow_exception(shared);
  } catch (Counted& c) {
    //
    //
    c.seen++;
  }
  other.join();
}
