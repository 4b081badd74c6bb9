// expect: verified
// exit: 0
//
// A definition in the program is used instead of what would be refused.
#include <stdio.h>
#include <sys/types.h>
pid_t fork(void) { return 7; }
FILE* fopen(const char* name, const char* mode) { return (void)name, (void)mode, stdout; }
pid_t fork(void);
int main(void) { return fork() == 7 && fopen("a", "r") == stdout ? 0 : 1; }
