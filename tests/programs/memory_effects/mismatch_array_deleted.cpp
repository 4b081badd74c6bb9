// expect: memory
// lines: 16
// message: delete of memory that was allocated with new[]
//
// An array is given back as a single object.
#include <cstdlib>
#include <new>

struct S {
  int x;
};
S* volatile p;

int main() {
  p = new S[3];
  delete p;
}
