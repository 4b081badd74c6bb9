// expect: verified
//
// Not touched: what happens without optimisation.
#include <cassert>

struct Base { long pad; int value; };

__attribute__((noinline)) static int* inside(Base* p) { return &p->value; }
struct Tool { bool here() { return this != nullptr; } };

__attribute__((nonnull)) static int given(int* p) { return p ? 1 : 0; }

int main(int argc, char** argv) {
  Base* none = argc > 9 ? reinterpret_cast<Base*>(argv) : nullptr;
  assert(inside(none) != nullptr);
  assert(!reinterpret_cast<Tool*>(none)->here());
  assert(given(reinterpret_cast<int*>(none)) == 0);
}
