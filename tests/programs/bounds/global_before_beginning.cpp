// expect: memory
// lines: 13
// message: read of 8 bytes before the beginning of 'values' (24 bytes
//
// A function that cannot know what it is given reads the element before the first.
#include <thread>

long values[3] = {1, 2, 3};

// Not inlined: called through a pointer that changes.
long previous(const long *p) {
  // The caller promises that there is one.
  return p[-1];
}
long (*volatile look)(const long *) = previous;

int main() {
  std::thread t([] { look(values + 1); });
  t.join();
  return look(values) == 0 ? 0 : 0;
}
