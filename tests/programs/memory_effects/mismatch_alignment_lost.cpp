// expect: memory
// lines: 16
// message: delete without an alignment of memory that was allocated for an alignment of 64
//
// The type that it is deleted as knows nothing of the alignment.
#include <cstdlib>
#include <new>

struct alignas(64) Line {
  char bytes[64];
};
void* volatile p;

int main() {
  p = new Line;
  ::operator delete(p);
}
