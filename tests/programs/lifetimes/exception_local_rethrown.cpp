// expect: memory
// lines: 35
// message: 'value' (8 bytes
//
// Past a handler that throws it on, a destructor in between, and std::sort.
#include <algorithm>
#include <array>
#include <stdexcept>

static long* published;

struct Guard {
  ~Guard() { done = true; }
  bool& done;
};

static bool compare(int a, int b) {
  long value = a;
  published = &value;
  if (b < 100) throw std::runtime_error("not comparable");
  return a < b;
}

int main() {
  bool done = false;
  std::array<int, 3> numbers{3, 2, 1};
  try {
    try {
      Guard guard{done};
      std::sort(numbers.begin(), numbers.end(), compare);
    } catch (const std::runtime_error&) {
      throw;
    }
  } catch (const std::exception&) {
    return done && *published == 77;
  }
}
