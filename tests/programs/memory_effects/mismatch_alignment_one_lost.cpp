// expect: memory
// lines: 10
// message: delete without an alignment of memory that was allocated for an alignment of 1
// flags: -std=c++17
//
// An alignment of 1 counts: the plain form does not take such memory back.
#include <new>

int main() {
  ::operator delete(::operator new(20, std::align_val_t{1}));
}
