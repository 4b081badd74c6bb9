// expect: assertion
// lines: 22
//
// operator new that finds no memory calls the handler that is set just then: another thread may have changed it.
#include <cassert>
#include <cstdint>
#include <new>
#include <thread>

struct Mine {};
struct Theirs {};

int main() {
  std::set_new_handler([] { throw Mine{}; });
  std::thread other([] { std::set_new_handler([] { throw Theirs{}; }); });
  bool mine = false;
  try {
    (void)::operator new(SIZE_MAX / 2 - 64);
  } catch (const Mine&) {
    mine = true;
  } catch (const Theirs&) {
    assert(mine);
  }
  other.join();
}
