// expect: verified
//
// Copies of a standard exception share their text, and count how many they are: each thread may copy and destroy its own
// while the other does the same.
#include <cassert>
#include <stdexcept>
#include <string>
#include <thread>

int main() {
  std::runtime_error original("a text in common");
  std::thread other([copy = original]() mutable {
    std::runtime_error second = copy;
    assert(std::string(second.what()) == "a text in common");
    copy = std::runtime_error("another text");
  });
  std::runtime_error third = original;
  assert(std::string(third.what()) == "a text in common");
  original = std::runtime_error("mine");
  other.join();
}
