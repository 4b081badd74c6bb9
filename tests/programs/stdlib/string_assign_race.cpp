// expect: race on text
// lines: 11, 12
//
// An assignment against the read of a character.
#include <string>
#include <thread>

static std::string text = "before";

int main() {
  std::thread other([] { text = "after!"; });
  char c = text[0];
  other.join();
  return c == 0;
}
