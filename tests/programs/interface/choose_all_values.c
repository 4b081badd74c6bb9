// expect: verified
// exit: 0 1 2 3 4 5
// executions(dfs): 6
// executions(dpor): 6
//
// Every value of each choice, also before any thread exists.
#include <heddle.h>

int main(void) { return (int)(heddle_choose(2) * 3 + heddle_choose(3)); }
