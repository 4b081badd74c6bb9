// expect: verified
// process: queue_right.c -DPRODUCER
// process: queue_right.c -DCONSUMER
// search: dfs selective invisible-first composed dpor optimal stateful
//
// The queue of queue.c, published with a release store.
#define PUBLISH memory_order_release
#include "queue.c"
