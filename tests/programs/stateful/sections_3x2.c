// expect: verified
// search: stateful
// executions(stateful): 1
// states(stateful): 28
// flags: -DTHREADS=3 -DROUNDS=2
//
// Each of 3 threads is before one of its 2 critical sections or has ended: 3^3 states, and the end of the process. What a
// thread has read in an earlier section is in registers and stack slots that nobody reads again, and tells nothing apart.
#include "../../../bench/programs/critical_sections.c"
