// expect: verified
//
// std::string, short and long, appended to under a lock.
#include <cassert>
#include <mutex>
#include <string>
#include <thread>

static std::mutex m;
static std::string text = "0123456789";

static void add() {
  std::lock_guard<std::mutex> lock(m);
  text += "abcdefgh";
}

int main() {
  std::thread other(add);
  add();
  other.join();
  assert(text == "0123456789abcdefghabcdefgh");
  assert(text.substr(10, 8) + std::to_string(5) == "abcdefgh5");
  return text.find("ha") == 17 ? 0 : 1;
}
