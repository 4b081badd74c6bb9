// expect: memory
// lines: 7
// message: delete of memory that was allocated with malloc
//
// Such memory comes from malloc.
#include <cstdlib>
int main() { ::operator delete(realpath("/", nullptr)); }
