// expect: race
//
// The object itself is not protected by the count of its text: assigning to it while another thread copies it is a race.
#include <stdexcept>
#include <thread>

std::runtime_error original("a text in common");

int main() {
  std::thread other([] { std::runtime_error copy = original; });
  original = std::runtime_error("mine");
  other.join();
}
