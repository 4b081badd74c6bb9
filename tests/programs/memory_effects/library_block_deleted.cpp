// expect: memory
// lines: 9
// message: delete of memory that was allocated with malloc
//
// Such memory comes from malloc.
#include <unistd.h>

#include <new>
int main() { ::operator delete(get_current_dir_name()); }
