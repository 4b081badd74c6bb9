// expect: verified
// flags: -std=c++20
//
// What classes copy of themselves without looking at it, and values that come by another way.
#include <cassert>
#include <cstddef>
#include <optional>
#include <thread>
#include <utility>
#include <variant>

struct Lazy {
  int value;
  bool known = false;
};

template <class T>
static T passed(T given) {
  T copy = given;
  return copy;
}

static bool parse(int from, int& out) {
  if (from < 0) return false;
  out = from;
  return true;
}

int main() {
  Lazy lazy, other = lazy;
  other = std::move(lazy);
  assert(!passed(other).known);
  std::byte byte, byte_copy = passed(byte);
  (void)byte_copy;
  std::optional<int> none, copy = none;
  assert(!passed(copy));
  std::variant<std::monostate, int> open, same = open;
  assert(same.index() == 0);
  std::pair<int, bool> pair;
  pair = passed(pair);
  int parsed, result;
  if (parse(4, parsed)) result = parsed;
  else result = 0;
  int kept = result;
  std::thread t([kept] { assert(kept == 4); });
  t.join();
  int thrown, caught;
  try {
    thrown = 1;
    throw 3;
  } catch (int number) {
    caught = number;
    thrown = caught;
  }
  int last = thrown;
  assert(last == 3);
  return 0;
}
