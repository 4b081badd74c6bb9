// expect: verified
//
// What a comparison throws goes through qsort, bsearch and the rest (glibc builds them for that).
#include <cassert>
#include <cstdlib>
#include <search.h>

int throwing(const void*, const void*) { throw 1; }
template <class F>
bool throws(F f) {
  try {
    f();
  } catch (int) {
    return true;
  }
  return false;
}

int main() {
  int a[3] = {3, 2, 1}, key = 2;
  std::size_t n = 3;
  assert(throws([&] { std::qsort(a, 3, sizeof *a, throwing); }));
  assert(throws([&] { static_cast<void>(std::bsearch(&key, a, 3, sizeof *a, throwing)); }));
  assert(throws([&] { lfind(&key, a, &n, sizeof *a, throwing); }));
}
