// primitive: function-local static
// expect: deadlock
//
// Each of two statics needs the other one to be initialised.
#include <thread>

static int first(bool nested);

static int second(bool nested) {
  static int value = nested ? first(false) : 1;
  return value;
}

static int first(bool nested) {
  static int value = nested ? second(false) : 1;
  return value;
}

int main() {
  std::thread other([] { second(true); });
  first(true);
  other.join();
}
