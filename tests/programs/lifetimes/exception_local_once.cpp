// expect: memory
// lines: 23
// message: 'value' (4 bytes
//
// Out of std::call_once, which catches the exception and throws it on.
#include <mutex>

static int* published;
static std::once_flag once;

static void publish() {
  int value = 3;
  published = &value;
  throw 1;
}

int main() {
  try {
    std::call_once(once, publish);
  } catch (int) {
  }
  int other = 1;
  return *published == 77 + other;
}
