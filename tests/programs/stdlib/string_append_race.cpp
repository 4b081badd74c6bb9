// expect: race on text
// lines: 11, 12
//
// Two threads append to one std::string.
#include <string>
#include <thread>

static std::string text;

int main() {
  std::thread other([] { text += "abc"; });
  text += "def";
  other.join();
}
