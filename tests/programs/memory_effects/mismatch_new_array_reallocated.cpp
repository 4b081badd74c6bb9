// expect: memory
// lines: 13
// message: free of memory that was allocated with new[]
//
// realloc of what new[] has given.
#include <cstdlib>
#include <new>

char* volatile p;

int main() {
  p = new char[8];
  p = static_cast<char*>(std::realloc(p, 16));
}
