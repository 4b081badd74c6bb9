// expect: memory
// lines: 13
// message: delete[] of memory that was allocated with new
//
// A single object is given back as an array.
#include <cstdlib>
#include <new>

int* volatile p;

int main() {
  p = new int;
  delete[] p;
}
