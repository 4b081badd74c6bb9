// expect: memory
// lines: 19
// message: delete of an object of 4 bytes, where 24 were allocated
//
// A derived object is deleted through its base class, whose destructor is not virtual.
#include <cstdlib>
#include <new>

struct Base {
  int x;
};
struct Derived : Base {
  int y[5];
};
Base* volatile p;

int main() {
  p = new Derived;
  delete p;
}
