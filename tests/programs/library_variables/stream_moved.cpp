// expect: race
//
// What move construction does to the members of the common base happens inside of the library.
#include <sstream>
#include <thread>

std::ostringstream out;

int main() {
  std::thread other([] { std::ostringstream mine(std::move(out)); });
  out.width(3);
  other.join();
}
