// expect: race on answer
// lines: 12, 13
// flags: -std=c++17
//
// has_value against the assignment of a value.
#include <optional>
#include <thread>

static std::optional<int> answer;

int main() {
  std::thread other([] { answer = 42; });
  bool known = answer.has_value();
  other.join();
  return known && !answer;
}
