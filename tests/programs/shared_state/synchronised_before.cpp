// expect: assertion
//
// Who switches the synchronisation off second learns that it was.
#include <cassert>
#include <ios>
#include <thread>

int main() {
  std::thread t([] { std::ios::sync_with_stdio(false); });
  const bool before = std::ios::sync_with_stdio(false);
  t.join();
  assert(before);
}
