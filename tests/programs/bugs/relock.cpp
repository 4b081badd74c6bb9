// expect: misuse
// lines: 9
//
// A plain std::mutex locked again by its owner.
#include <mutex>

static std::mutex m;

static void inner() { std::lock_guard<std::mutex> lock(m); }

int main() {
  std::lock_guard<std::mutex> lock(m);
  inner();
}
