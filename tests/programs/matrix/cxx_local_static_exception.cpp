// primitive: function-local static
// expect: verified
// exit: 0
//
// An initialisation that throws is tried again by the next caller.
#include <thread>

static int tries;

static int make() {
  if (++tries == 1) throw 1;
  return 5;
}

static int get() {
  try {
    static int value = make();
    return value;
  } catch (int) {
    return 0;
  }
}

int main() {
  int theirs = 0;
  std::thread other([&] { theirs = get(); });
  const int mine = get();
  other.join();
  return mine + theirs + tries - 7;
}
