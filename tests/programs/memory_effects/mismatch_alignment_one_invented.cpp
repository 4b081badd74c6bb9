// expect: memory
// lines: 10
// message: delete for an alignment of 1 of memory that was allocated without an alignment
// flags: -std=c++17
//
// And what the plain form gave is not taken back by the one with an alignment, be it 1.
#include <new>

int main() {
  ::operator delete(::operator new(20), std::align_val_t{1});
}
