// expect: verified
// search: stateful
// executions(stateful): 1
// states(stateful): 217
// flags: -DTHREADS=3 -DROUNDS=5
//
// Each of 3 threads is before one of its 5 critical sections or has ended: 6^3 states, and the end of the process. What a
// thread has read in an earlier section is in registers and stack slots that nobody reads again, and tells nothing apart.
#include "../../../bench/programs/critical_sections.c"
