// expect: verified
// flags: -std=c++17
//
// std::optional and std::variant with members that allocate.
#include <cassert>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <variant>

static std::mutex m;
static std::optional<std::string> first;
static std::variant<int, std::string> second = 1;

static void set(const char* text) {
  std::lock_guard<std::mutex> lock(m);
  if (!first) first = text;
  second = std::string("a string too long to be stored in place");
}

int main() {
  std::thread other(set, "b");
  set("a");
  other.join();
  assert(*first == "a" || *first == "b");
  assert(std::get<std::string>(second).size() == 39);
  first.reset();
  return first.has_value();
}
