// expect: memory
// lines: 13
// message: delete of memory that was allocated with malloc
//
// delete of what malloc has given.
#include <cstdlib>
#include <new>

int* volatile p;

int main() {
  p = static_cast<int*>(std::malloc(sizeof(int)));
  delete p;
}
