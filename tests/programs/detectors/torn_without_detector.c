// expect: race on x
// expect(none): inconclusive
// message(none): without a race detector
// search: dfs dpor optimal selective
//
// Between the two writes no thread is switched: without a detector, switching at synchronisation only, the assertion
// never fails and nothing has been proven.
#include "torn.h"
