// expect: race
//
// The locale of a stream that two threads share.
#include <locale>
#include <sstream>
#include <thread>

std::ostringstream out;

int main() {
  std::thread other([] { out.imbue(std::locale::classic()); });
  const std::locale found = out.getloc();
  other.join();
}
