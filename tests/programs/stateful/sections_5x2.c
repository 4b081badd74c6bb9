// expect: verified
// search: stateful
// executions(stateful): 1
// states(stateful): 244
// flags: -DTHREADS=5 -DROUNDS=2
//
// Each of 5 threads is before one of its 2 critical sections or has ended: 3^5 states, and the end of the process. What a
// thread has read in an earlier section is in registers and stack slots that nobody reads again, and tells nothing apart.
#include "../../../bench/programs/critical_sections.c"
