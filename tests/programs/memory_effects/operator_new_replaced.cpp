// expect: verified
//
// Only operator new is replaced, by malloc: the library's operator delete is free.
#include <cstdlib>
#include <new>

void* operator new(std::size_t n) { return std::malloc(n); }
int* volatile p;

int main() {
  p = new int;
  delete p;
  p = new int[3];
  delete[] p;
}
