// expect: verified
//
// An exception carried from one thread to another.
#include <cassert>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>

int main() {
  std::exception_ptr carried;
  std::thread other([&carried] {
    try {
      throw std::logic_error("carried");
    } catch (...) {
      carried = std::current_exception();
    }
  });
  other.join();
  try {
    std::rethrow_exception(carried);
  } catch (const std::logic_error& e) {
    return std::string(e.what()) == "carried" ? 0 : 1;
  }
  return 2;
}
