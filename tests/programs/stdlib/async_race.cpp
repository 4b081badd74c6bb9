// expect: race on x
// lines: 10, 11
//
// Main uses x before it asks for the result.
#include <future>

static int x;

int main() {
  std::future<void> later = std::async(std::launch::async, [] { x++; });
  x++;
  later.get();
}
