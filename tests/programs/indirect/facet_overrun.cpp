// expect: memory
// lines: 10
//
// The library leaves a block of the program.
#include <locale>

int main() {
  char* block = new char[3]{'a', 'b', 'c'};
  volatile int size = 4;
  std::use_facet<std::ctype<char>>(std::locale::classic()).toupper(block, block + size);
  delete[] block;
}
