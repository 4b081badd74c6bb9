// expect: race on x
// expect(none): assertion
// expect(eraser): discipline on x
// expect(locking-discipline): discipline on x
// search: invisible-first
//
// The same program: x breaks the discipline, so this search makes its accesses scheduling points and sees the value
// between the two writes.
#include "torn.h"
