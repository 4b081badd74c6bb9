// expect: memory
// lines: 13
// message: delete of an object of 8 bytes, where 16 were allocated
//
// The size that is handed to the sized form is another one.
#include <cstdlib>
#include <new>

void* volatile p;

int main() {
  p = ::operator new(16);
  ::operator delete(p, std::size_t{8});
}
