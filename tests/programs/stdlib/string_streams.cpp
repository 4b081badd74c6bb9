// expect: verified
//
// A string stream of its own in each thread.
#include <cassert>
#include <iomanip>
#include <sstream>
#include <string>
#include <thread>

static std::string text(int n) {
  std::ostringstream out;
  out << "n=" << std::setw(3) << std::setfill('0') << n << std::hex << ' ' << 255;
  return out.str();
}

int main() {
  std::string from_other;
  std::thread other([&] { from_other = text(7); });
  std::string mine = text(42);
  other.join();
  assert(from_other == "n=007 ff");
  assert(mine == "n=042 ff");
  int a = 0, b = 0;
  std::istringstream("12 30") >> a >> b;
  return a + b - 42;
}
