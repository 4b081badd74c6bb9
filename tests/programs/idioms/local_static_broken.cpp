// expect: race on calls
// lines: 11
//
// The initialisation of a function-local static is safe; what is done to it afterwards is not.
#include <thread>

static int first_value() { return 5; }

static int next() {
  static int calls = first_value();
  return calls++;
}

int main() {
  std::thread other([] { next(); });
  next();
  other.join();
}
