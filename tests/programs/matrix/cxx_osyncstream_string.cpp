// primitive: std::osyncstream
// expect: verified
// exit: 0 1
// flags: -std=c++20
//
// Two osyncstreams on one string stream: the text of each is given out under a lock.
#include <sstream>
#include <syncstream>
#include <thread>

int main() {
  std::ostringstream text;
  std::thread other([&] { std::osyncstream(text) << "ab"; });
  std::osyncstream(text) << "cd";
  other.join();
  return text.str() == "abcd" ? 0 : text.str() == "cdab" ? 1 : 2;
}
