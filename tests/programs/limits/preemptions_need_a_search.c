// expect: error
// search: dpor random pct
// flags: --preemptions 1
// message: '--preemptions' is not possible with
//
// A reduction explores one of many equivalent executions, which may not be the one with the fewest preemptions.
int main(void) { return 0; }
