// analyze: race on heap block from rethrown_broken.cpp:11
// Both threads catch the same object, which a std::exception_ptr carries from one to the other.
#include <exception>
#include <thread>

struct Counted {
  int seen = 0;
};

int main() {
  std::exception_ptr shared = std::make_exception_ptr(Counted{});
  const auto catch_it = [shared] {
    try {
      std::rethrow_exception(shared);
    } catch (Counted& c) {
      c.seen++;
    }
  };
  std::thread other(catch_it);
  catch_it();
  other.join();
}
