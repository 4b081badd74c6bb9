// expect: misuse
// message: never initialised
// lines: 15
//
// Memory for a structure, but nobody has constructed one in it.
#include <mutex>
#include <new>

struct Counter {
  int value;
  std::mutex m;
};
static void add(Counter *counter) {
  counter->value = 1;
  std::lock_guard<std::mutex> lock(counter->m);
  counter->value++;
}

int main() {
  auto *counter = static_cast<Counter *>(::operator new(sizeof(Counter)));
  add(counter);
  ::operator delete(counter);
}
