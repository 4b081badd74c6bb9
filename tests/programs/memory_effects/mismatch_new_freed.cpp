// expect: memory
// lines: 13
// message: free of memory that was allocated with new
//
// free of what new has given.
#include <cstdlib>
#include <new>

int* volatile p;

int main() {
  p = new int;
  std::free(p);
}
